import Dubbing
import SystemBase

/// The hits of the only take in a folder, layer by layer.
struct StoredHits {
  let frames: [Int]
  let pads: [Int]

  init(folder: String) throws(Failure) {
    let found = TakeStore(folder: FilePath(folder)).all()
    guard let take = found.takes.first?.take else { throw Failure("no take was saved") }
    frames = take.layers.flatMap(\.hits.frames)
    pads = take.layers.flatMap(\.hits.pads)
  }
}
