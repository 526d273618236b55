/// The answer to a query: the ids of the tracks, in their order. Rows are fetched page by page.
package struct TrackList: Hashable, Sendable {
  package var ids: [Int32]

  package init(ids: [Int32] = []) { self.ids = ids }

  package var count: Int { ids.count }
}
