// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "results/cell_result.hpp"
#include "results/histogram.hpp"

namespace shaketable {

/// What a histogram says of one metric; series, worst samples, spikes and noise floor stay empty.
/// A bucket of negative values is mirrored: of −[low, high) it becomes [1 − high, 1 − low).
/// A quantile is the ⌈level × samples⌉-th smallest value, rounded up to the highest value of its
/// bucket but kept within [min, max]. Overflow counts as larger than every bucket whatever its
/// sign, so that a quantile in it is the max.
MetricResult summarise(const Histogram& histogram, std::string unit, bool is_signed, bool primary);

/// "" if the parts of a metric agree with each other, else the first thing that does not add up:
/// buckets ascending and not empty; Σ counts + overflow = samples; min and max in the outermost
/// buckets, or beyond the histogram if there is overflow; n of the series, if there is one, sums
/// to samples; the largest of the worst samples, if there are any, is the max.
std::string check_books(const MetricResult& metric);

}  // namespace shaketable
