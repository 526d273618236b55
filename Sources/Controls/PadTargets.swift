import TerminalKit

/// Where the pads lie on the terminal, for a mouse to strike.
package struct PadTargets: Hashable, Sendable {
  /// As the terminal counts; pad 1 first.
  package var pads: [Rect] = []

  package init(_ pads: [Rect] = []) { self.pads = pads }

  private static let softest = 30.0

  /// The pad at a place and how hard it is struck: the nearer to its middle, the harder.
  package func strike(at point: Point) -> (pad: Int, velocity: Int)? {
    guard let index = pads.firstIndex(where: { $0.contains(point) }) else { return nil }
    let pad = pads[index]
    let half = Double(max(pad.width, 2)) / 2
    let distance = abs(Double(point.x - pad.x) + 0.5 - Double(pad.width) / 2) / half
    let velocity = 127 - (127 - PadTargets.softest) * min(max(distance, 0), 1)
    return (index + 1, Int(velocity.rounded()))
  }
}
