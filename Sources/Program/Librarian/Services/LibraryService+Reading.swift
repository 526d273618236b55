import AudioBase
import MusicLibrary
import MusicQuery
import Player
import SystemBase

/// Answering requests of library lists. Of the requests for lists that wait, only the last one of a client is answered.
extension LibraryService {
  /// The number of rows that a search delivers first.
  private static let firstRows = 200

  package func ask(_ request: LibraryRequest) {
    guard let store else { return }
    switch request.subject {
    case .tracks(let ids):
      read(on: quick, if: { [self] in state.withLock { $0.isCurrent(store) } }) { () throws(LibraryError) in
        request.answer(.tracks(try store.tracks(ids)))
      }
    case .list(let place, let filter, let within, let sort):
      state.withLock { $0.latest[request.client] = request.number }
      let isWanted: @Sendable () -> Bool = { [self] in
        state.withLock { $0.isCurrent(store) && $0.latest[request.client] == request.number }
      }
      let lists = LibraryLists(
        store: store, place: place, filter: filter, within: within, sort: sort,
        ranksTitles: request.client == .picker, isCancelled: { !isWanted() })
      if lists.hasFirst {
        read(on: quick, if: isWanted) { () throws(LibraryError) in
          try lists.first(LibraryService.firstRows).map { request.answer(.listing($0)) }
        }
      }
      read(on: slow, if: isWanted) { () throws(LibraryError) in
        defer { store.releaseMemory() }
        return try lists.whole().map { request.answer(.listing($0)) }
      }
    }
  }

  package func gather(_ request: LibraryTracksRequest) {
    guard let store else { return }
    read(on: slow, if: { [self] in state.withLock { $0.isCurrent(store) } }) { () throws(LibraryError) in
      .gathered(try request.carryOut(store))
    }
  }

  package func chooseTracks(
    _ count: Int, matching query: SearchQuery, after played: [TrackLocation], gap: Int,
    deliver: @escaping @Sendable ([QueueAddition]) -> Void
  ) {
    slow.run { [self] in
      var generator = SystemRandomNumberGenerator()
      let chosen = try? store?.chooseTracks(
        count, matching: query, after: played, gap: gap, using: &generator)
      deliver((chosen ?? []).map { QueueAddition($0.track) })
    }
  }

  /// Reports what a function reads on a thread; nil if it is no longer needed.
  private func read(
    on worker: SerialWorker, if isWanted: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable () throws(LibraryError) -> LibraryReport?
  ) {
    worker.run { [self] in
      guard isWanted() else { return }
      do throws(LibraryError) { if let answer = try body() { report(answer) } } catch {
        replaceIfDamaged(error)
        report(.readFailed(error))
      }
    }
  }
}

extension LibraryRequest {
  fileprivate func answer(_ content: LibraryAnswer.Content) -> LibraryReport {
    .answer(LibraryAnswer(client: client, number: number, content: content))
  }
}
