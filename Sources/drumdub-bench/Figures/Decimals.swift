/// Numbers as they are read: three digits that count.
enum Decimals {
  static func text(_ value: Double) -> String {
    let places = value.magnitude >= 100 ? 0 : value.magnitude >= 10 ? 1 : 2
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    if rounded == rounded.rounded() { return "\(Int(rounded))" }
    return "\(rounded)"
  }
}
