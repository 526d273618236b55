import AudioBase

/// The table of pictures, one row for each content; the bytes stay in the music files.
struct PictureRows: ~Copyable {
  private let find: Statement
  private let add: Statement
  private enum Column: Int32, SQLColumns { case hash, bytes, mime, width, height }

  private var known: [TrackPicture: Int64] = [:]

  init(_ connection: borrowing Connection) {
    find = connection.prepareReusable(
      "SELECT id FROM pictures WHERE hash = \(Column.hash.parameter) AND bytes = \(Column.bytes.parameter)")
    add = connection.prepareReusable("INSERT INTO pictures(\(Column.list)) VALUES (\(Column.parameters))")
  }

  mutating func forget() { known.removeAll() }

  /// Returns the pictures of a track as its row refers to them: `TYPE:ID`, separated by commas; adds new
  /// pictures.
  mutating func reference(_ pictures: [TrackPicture]) throws(LibraryError) -> String? {
    var parts: [String] = []
    for picture in pictures { parts.append("\(picture.type):\(try id(picture))") }
    return parts.isEmpty ? nil : parts.joined(separator: ",")
  }

  private mutating func id(_ picture: TrackPicture) throws(LibraryError) -> Int64 {
    if let id = known[picture] { return id }
    find.bind(Column.hash, Int64(bitPattern: picture.hash))
    find.bind(Column.bytes, picture.bytes)
    let id: Int64
    if let found = try find.firstInteger() {
      id = found
    } else {
      add.bind(Column.hash, Int64(bitPattern: picture.hash))
      add.bind(Column.bytes, picture.bytes)
      add.bind(Column.mime, picture.mimeType)
      add.bind(Column.width, picture.width)
      add.bind(Column.height, picture.height)
      id = try add.insert()
    }
    known[picture] = id
    return id
  }
}
