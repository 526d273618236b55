import AudioBase
import Glibc

/// Looks for takes whose track's file is not where it was, a few files at a time.
struct LostTakeSearch {
  private static let step = 16

  /// The oldest first, when all have been looked at.
  private(set) var found: [Take] = []
  private var names: ArraySlice<String>

  init(_ store: TakeStore) { names = store.names(ending: ".dub")[...] }

  /// Looks at the next few files; one that cannot be read is left out. - Returns: whether it was the last of them.
  mutating func lookOn(_ shared: inout SharedTakes) -> Bool {
    for name in names.prefix(LostTakeSearch.step) {
      guard let take = try? shared.take(named: name), let path = take.track?.path else { continue }
      if path.withCString({ access($0, F_OK) }) != 0 { found.append(take) }
    }
    names = names.dropFirst(LostTakeSearch.step)
    if names.isEmpty { found.sort { ($0.created, $0.id) < ($1.created, $1.id) } }
    return names.isEmpty
  }
}
