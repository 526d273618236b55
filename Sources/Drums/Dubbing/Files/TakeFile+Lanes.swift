import SystemBase

extension TakeFile {
  // MARK: Encoding

  static func lane(_ lane: Lane) -> JSONObject {
    var object: JSONObject = ["address": lane.id.address, "layer": lane.id.layer]
    object.append(contentsOf: points(lane))
    return object
  }

  static func part(_ part: LaneEdit) -> JSONObject {
    [
      "address": part.id.address,
      "layer": part.id.layer,
      "removed": points(part.removed),
      "inserted": points(part.inserted),
    ]
  }

  private static func points(_ lane: Lane) -> JSONObject {
    JSONObject(
      [
        "shape": lane.shape.rawValue, "frames": JSONValue.integers(lane.frames),
        "values": lane.values.map { JSONValue.number($0) },
      ], unknown: lane.unknown)
  }

  // MARK: Decoding

  /// Reads the lanes of a take, or those of the layers on its shelf, in the order of their identities.
  ///
  /// - Throws: `damaged` for a lane that occurs twice, too many points, and for points that are none.
  static func lanes(
    _ members: inout JSONMembers, most: Int = Lane.mostPoints
  ) throws(FileError) -> [Lane] {
    var lanes: [Lane] = []
    for var object in try members.objectsIfPresent("lanes") ?? [] {
      let id = try laneID(&object)
      lanes.append(try points(&object, of: id))
    }
    let count = lanes.reduce(0) { $0 + $1.count }
    if count > most {
      let longest = lanes.max { $0.count < $1.count }.map { ", \($0.id) \($0.count) of them" } ?? ""
      throw members.error("lanes", "they have \(count) points\(longest), and \(most) are possible")
    }
    lanes.sort { $0.id < $1.id }
    if let twice = zip(lanes, lanes.dropFirst()).first(where: { $0.id == $1.id })?.0.id {
      throw members.error("lanes", "\(twice) stands there twice")
    }
    return lanes.filter { !$0.isEmpty }
  }

  static func lanePart(_ members: consuming JSONMembers) throws(FileError) -> LaneEdit {
    let id = try laneID(&members)
    guard var removed = try members.object("removed"), var inserted = try members.object("inserted") else {
      throw members.error(nil, "a change of a lane has removed and inserted points")
    }
    let (old, new) = (try points(&removed, of: id), try points(&inserted, of: id))
    guard let edit = LaneEdit(removed: old, inserted: new) else {
      throw members.error(nil, "its points are those of two lanes")
    }
    return edit
  }

  private static func laneID(_ members: inout JSONMembers) throws(FileError) -> Lane.ID {
    let address = try members.text("address")
    if address.isEmpty { throw members.error("address", "it is empty") }
    return Lane.ID(address, layer: try members.integerIfPresent("layer", in: 1...Int(Int32.max)))
  }

  private static func points(_ members: inout JSONMembers, of id: Lane.ID) throws(FileError) -> Lane {
    let shape = try members.textIfPresent("shape").map { (text) throws(FileError) in
      guard let shape = Lane.Shape(rawValue: text) else {
        throw members.error("shape", "steps or lines is expected for \(id)")
      }
      return shape
    }
    let frames = try members.integers("frames")
    let values = try values(&members, of: id)
    guard values.count == frames.count else {
      throw members.error("values", "\(id) has \(values.count), and \(frames.count) frames")
    }
    if let wrong = frames.firstIndex(where: { !HitColumns.frameRange.contains($0) }) {
      throw members.error("frames", "frame \(frames[wrong]) of point \(wrong + 1) of \(id) is out of range")
    }
    if let wrong = frames.indices.dropFirst().first(where: { frames[$0 - 1] >= frames[$0] }) {
      throw members.error("frames", "point \(wrong + 1) of \(id) is not after point \(wrong)")
    }
    return Lane(id, frames: frames, values: values, shape: shape ?? .steps, unknown: members.rest)
  }

  /// Reads the column of values, in which infinity and NaN are null.
  private static func values(
    _ members: inout JSONMembers, of id: Lane.ID
  ) throws(FileError) -> [Double] {
    let values: [Double?] =
      switch members.remove("values") {
      case .integers(let numbers): numbers.map { Double($0) }
      case .array(let elements):
        elements.map { if case .number(let text) = $0 { Double(text) } else { nil } }
      case nil: throw members.error("values", "it is missing")
      case .null, .bool, .number, .string, .object, .encoded:
        throw members.error("values", "numbers are expected")
      }
    if let wrong = values.firstIndex(where: { $0?.isFinite != true }) {
      throw members.error("values", "the value of point \(wrong + 1) of \(id) is not a finite number")
    }
    return values.compactMap { $0 }
  }

  /// - Throws: `damaged` for a lane of a layer that there is not.
  static func check(
    _ lanes: [Lane], of layers: some Collection<Int>, _ place: JSONMembers, _ name: String
  ) throws(FileError) {
    let known = Set(layers)
    if let lane = lanes.first(where: { $0.id.layer.map { !known.contains($0) } ?? false }) {
      throw place.error(name, "\(lane.id) is a lane of a layer that does not exist")
    }
  }
}
