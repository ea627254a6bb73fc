# SPDX-License-Identifier: Apache-2.0
# One library per folder: the folder's name is the target's suffix, headers are included from the project's root.

add_library(shaketable_options INTERFACE)
target_compile_options(shaketable_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual -Wconversion
  -Wformat=2 -Wundef -Werror)
target_include_directories(shaketable_options INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_definitions(shaketable_options INTERFACE _GNU_SOURCE)

function(shaketable_tidy target)
  if(SHAKETABLE_TIDY)
    set_target_properties(${target} PROPERTIES CXX_CLANG_TIDY "clang-tidy-14;--quiet")
  endif()
endfunction()

# shaketable_library(NAME SOURCES a.cpp … LINK other-folder-or-library …)
function(shaketable_library name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_library(shaketable_${name} STATIC ${arg_SOURCES})
  target_link_libraries(shaketable_${name} PUBLIC shaketable_options ${arg_LINK})
  shaketable_tidy(shaketable_${name})
endfunction()
