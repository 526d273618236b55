import Application
import SystemBase

/// Messages about the lanes of takes.
enum LaneText {
  static func sentence(_ notice: LaneNotice) -> String {
    switch notice {
    case .list(nil, _, _): "there is no take, so there are no lanes"
    case .list(let take?, let isFree, []):
      "\(take)\(free(isFree)) has no lanes: the mixer's values that you change while you record become lanes"
    case .list(let take?, let isFree, let lines):
      "\(take)\(free(isFree)) has \(ShownText.count(lines.count, "lane", "lanes")): "
        + lines.map(text).joined(separator: ", ")
    case .mode(let bus, let mode): "\(bus.name): \(words(mode))"
    case .unknown(let take, let addresses):
      "the mixer has no \(addresses.map { FilePath($0).shown }.joined(separator: ", ")): "
        + "\(addresses.count == 1 ? "this lane" : "these lanes") of \(take) \(addresses.count == 1 ? "is" : "are") kept and not played"
    case .unknownParts(let take, let addresses, let known):
      "the song has no part for \(addresses.map { FilePath($0).shown }.joined(separator: ", ")) of \(take)"
        + (known.isEmpty ? "" : ", but \(known.map { FilePath($0).shown }.joined(separator: ", "))")
        + ": \(addresses.count == 1 ? "this lane is" : "these lanes are") kept and not played; :stems PLACE names stems"
    case .overruled(let take, let address, let strip):
      "the lane \(address) of \(take) acts here, whatever you set: :lanes \(strip.name) off plays without it"
    }
  }

  private static func free(_ isFree: Bool) -> String { isFree ? ", without a track," : "" }

  /// Returns `music/gain (12 points, touch)`.
  private static func text(_ line: LaneNotice.Line) -> String {
    let layer = line.layer.map { " of \($0)" } ?? ""
    let mode = line.mode?.rawValue ?? "not in the mixer"
    return
      "\(FilePath(line.address).shown)\(layer) (\(ShownText.count(line.points, "point", "points")), \(mode))"
  }

  private static func words(_ mode: LaneMode) -> String {
    switch mode {
    case .touch: "touch: lanes are played, and a change is recorded until it is released"
    case .latch: "latch: lanes are played, and a change is recorded up to the end of the recording"
    case .read: "read: lanes are played, and changes are not recorded"
    case .off: "off: lanes are neither played nor recorded"
    }
  }
}
