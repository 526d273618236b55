import MusicLibrary
import Synchronization
import SystemBase

/// Answers requests of library lists on two threads: one for visible rows, one for complete lists. Of the requests for
/// lists that wait, only the last one is answered.
package final class LibraryReader: Sendable {
  package enum Event: Sendable {
    case answer(LibraryAnswer)
    case gathered(LibraryTracksRequest.Result)
    case failed(LibraryError)
  }

  /// The number of rows that a search delivers first.
  static let firstRows = 200

  private let store: LibraryStore
  private let deliver: @Sendable (Event) -> Void
  private let quick = SerialWorker(name: "library")
  private let slow = SerialWorker(name: "library lists")
  /// The number of each client's last request for a list.
  private let latest = Mutex<[LibraryClient: Int]>([:])
  private let isStopping = Atomic<Bool>(false)

  /// Creates a reader of an index, which calls `deliver` on its threads.
  package init(_ store: LibraryStore, deliver: @escaping @Sendable (Event) -> Void) {
    self.store = store
    self.deliver = deliver
  }

  package func ask(_ request: LibraryRequest) {
    switch request.subject {
    case .tracks(let ids):
      quick.run { [self] in
        guard !isStopping.load(ordering: .relaxed) else { return }
        answer { () throws(LibraryError) in request.answer(.tracks(try store.tracks(ids))) }
      }
    case .list(let place, let filter, let within, let sort):
      latest.withLock { $0[request.client] = request.number }
      let lists = LibraryLists(
        store: store, place: place, filter: filter, within: within, sort: sort,
        ranksTitles: request.client == .picker, isCancelled: { [self] in !isWanted(request) })
      if lists.hasFirst {
        quick.run { [self] in
          guard isWanted(request) else { return }
          answer { () throws(LibraryError) in
            try lists.first(LibraryReader.firstRows).map { request.answer(.listing($0)) }
          }
        }
      }
      slow.run { [self] in
        guard isWanted(request) else { return }
        answer { () throws(LibraryError) in try lists.whole().map { request.answer(.listing($0)) } }
        store.releaseMemory()
      }
    }
  }

  /// Looks up the tracks of rows for the queue.
  package func gather(_ request: LibraryTracksRequest) {
    slow.run { [self] in
      guard !isStopping.load(ordering: .relaxed) else { return }
      answer { () throws(LibraryError) in .gathered(try request.carryOut(store)) }
    }
  }

  package func stop() {
    isStopping.store(true, ordering: .relaxed)
    quick.stop()
    slow.stop()
  }

  private func isWanted(_ request: LibraryRequest) -> Bool {
    !isStopping.load(ordering: .relaxed) && latest.withLock { $0[request.client] } == request.number
  }

  /// Delivers the answer to a request; nil if it is no longer needed.
  private func answer(_ event: () throws(LibraryError) -> Event?) {
    do throws(LibraryError) { if let event = try event() { deliver(event) } } catch {
      deliver(.failed(error))
    }
  }
}

extension LibraryRequest {
  fileprivate func answer(_ content: LibraryAnswer.Content) -> LibraryReader.Event {
    .answer(LibraryAnswer(client: client, number: number, content: content))
  }
}
