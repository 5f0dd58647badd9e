/// Places labels side by side, each as near to the place it wants as the others allow.
package enum LabelLayout {
  /// The left ends of labels of these widths that should start at `wishes`, in rising order. They do
  /// not overlap, and lie within `bounds` if all of them fit.
  package static func lefts<Length: Numeric & Comparable>(
    wishes: [Length], widths: [Length], gap: Length, within bounds: ClosedRange<Length>
  ) -> [Length] {
    precondition(wishes.count == widths.count, "each label has a width")
    var lefts = wishes
    var end = bounds.upperBound
    for index in lefts.indices.reversed() {
      lefts[index] = min(lefts[index], end - widths[index])
      end = lefts[index] - gap
    }
    end = bounds.lowerBound
    for index in lefts.indices {
      lefts[index] = max(lefts[index], end)
      end = lefts[index] + widths[index] + gap
    }
    return lefts
  }
}
