/// Every number that a value holds, private ones too, written out under its path. Two numbers are
/// written alike only if they are the same to the last bit.
func leaves(of whole: Any, under path: String = "") -> [String: String] {
  let mirror = Mirror(reflecting: whole)
  if mirror.displayStyle == .optional {
    guard let some = mirror.children.first?.value else { return [path: "nil"] }
    return leaves(of: some, under: path)
  }
  if mirror.children.isEmpty {
    // Doubles are written so that they can be read back exactly.
    return [path: String(describing: whole)]
  }
  var all: [String: String] = [:]
  for (label, child) in mirror.children {
    let name = path.isEmpty ? label ?? "" : "\(path).\(label ?? "")"
    all.merge(leaves(of: child, under: name)) { first, _ in first }
  }
  return all
}
