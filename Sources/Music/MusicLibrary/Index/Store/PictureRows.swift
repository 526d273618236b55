import AudioBase

/// The table of pictures, one row for each content; the bytes stay in the music files.
extension Connection {
  /// Returns the pictures of a track as its row refers to them: `TYPE:ID`, separated by commas; adds new
  /// pictures.
  func reference(_ pictures: [TrackPicture]) throws(LibraryError) -> String? {
    var parts: [String] = []
    for picture in pictures {
      let id = if let id = known.pictures[picture] { id } else { try id(of: picture) }
      known.pictures[picture] = id
      parts.append("\(picture.type):\(id)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ",")
  }

  private func id(of picture: TrackPicture) throws(LibraryError) -> Int64 {
    let id = try integer("SELECT id FROM pictures WHERE hash = \(picture.hash) AND bytes = \(picture.bytes)")
    if let id { return id }
    return try insert(
      """
      INSERT INTO pictures\(row: [
        "hash": picture.hash, "bytes": picture.bytes, "mime": picture.mimeType, "width": picture.width,
        "height": picture.height,
      ])
      """)
  }

  func pictures(_ references: String?) throws(LibraryError) -> [TrackPicture] {
    var pictures: [TrackPicture] = []
    for reference in references?.split(separator: ",") ?? [] {
      let parts = reference.split(separator: ":").compactMap { Int64($0) }
      guard parts.count == 2 else { continue }
      let found = try first("SELECT mime, width, height, bytes, hash FROM pictures WHERE id = \(parts[1])") {
        row -> TrackPicture? in
        var found = TrackPicture(
          type: Int(parts[0]), mimeType: row.optional(), width: row.optional(), height: row.optional(),
          bytes: row.value())
        found.hash = row.value()
        return found
      }
      if let found { pictures.append(found) }
    }
    return pictures
  }
}
