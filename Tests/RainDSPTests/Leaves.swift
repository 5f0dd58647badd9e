/// Every number in a value, private ones too, as text by its path. Equal texts mean equal bits.
func leaves(of whole: Any, under path: String = "") -> [String: String] {
  let mirror = Mirror(reflecting: whole)
  if mirror.displayStyle == .optional {
    guard let some = mirror.children.first?.value else { return [path: "nil"] }
    return leaves(of: some, under: path)
  }
  if mirror.children.isEmpty {
    // The text of a Double is exact: it can be read back.
    return [path: String(describing: whole)]
  }
  var all: [String: String] = [:]
  for (label, child) in mirror.children {
    let name = path.isEmpty ? label ?? "" : "\(path).\(label ?? "")"
    all.merge(leaves(of: child, under: name)) { first, _ in first }
  }
  return all
}
