import AudioBase
import SystemBase

/// Each picture once, by its content; the bytes stay in the files.
struct PictureRows: ~Copyable {
  private let find: Statement
  private let add: Statement
  private var known: [TrackPicture: Int64] = [:]

  init(_ connection: borrowing Connection) {
    find = connection.keep("SELECT id FROM pictures WHERE hash = ?1 AND bytes = ?2")
    add = connection.keep(
      "INSERT INTO pictures(hash, bytes, mime, width, height) VALUES (?1, ?2, ?3, ?4, ?5)")
  }

  mutating func forget() { known.removeAll() }

  /// - Returns: a track's pictures as its row refers to them: `TYPE:ID`, parted by commas.
  mutating func reference(_ pictures: [TrackPicture]) throws(LibraryError) -> String? {
    var parts: [String] = []
    for picture in pictures { parts.append("\(picture.type):\(try id(picture))") }
    return parts.isEmpty ? nil : parts.joined(separator: ",")
  }

  private mutating func id(_ picture: TrackPicture) throws(LibraryError) -> Int64 {
    if let id = known[picture] { return id }
    find.bind(1, Int64(bitPattern: picture.hash))
    find.bind(2, picture.bytes)
    let id: Int64
    if let found = try find.first({ $0.integer(0) }) {
      id = found
    } else {
      add.bind(1, Int64(bitPattern: picture.hash))
      add.bind(2, picture.bytes)
      add.bind(3, picture.mimeType)
      add.bind(4, picture.width)
      add.bind(5, picture.height)
      id = try add.insert()
    }
    known[picture] = id
    return id
  }
}
