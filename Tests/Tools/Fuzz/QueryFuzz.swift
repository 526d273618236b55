import AudioBase
import MusicLibrary
import MusicQuery
import SystemBase

/// A line of the query language: read, and put to an index of one track.
enum QueryFuzz {
  private static let store = makeStore()

  static func take(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    do throws(QueryError) {
      ask(try SearchQuery(parsing: text, now: 1_700_000_000))
    } catch {
      precondition((0...text.count).contains(error.place), "no place in the text")
    }
    ask(SearchQuery(typed: text, now: 1_700_000_000))
  }

  private static func ask(_ query: SearchQuery) {
    do throws(LibraryError) {
      let found = try store.search(query)
      precondition(found.count <= min(1, query.limit ?? 1), "more than there is")
      _ = try store.firstFound(query, limit: 1)
    } catch {
      // A query of very many terms is refused by SQLite; a wrong one would be our mistake.
      precondition(error.detail?.contains("syntax") != true, "\(error)")
    }
  }

  private static func makeStore() -> LibraryStore {
    var track = TrackInfo(path: FilePath("/music/Song.flac"))
    track.title = "Über die Liebe 東京"
    track.artists = ["A", "B"]
    track.date = "1999"
    let stamp = FileStamp(size: 1, modified: 1, inode: 1, device: 1)
    let path = FuzzFolder.path.appending("library.db")
    guard let store = try? LibraryStore(path), (try? store.apply([.read(track, stamp)])) != nil else {
      preconditionFailure("no index")
    }
    return store
  }
}
