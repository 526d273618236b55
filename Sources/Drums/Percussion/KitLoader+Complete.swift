import AudioBase
import MixEngine
import Synchronization
import SystemBase

/// Samples that `KitLoader.load` has left in their files, since their pads were not used yet.
extension KitLoader {
  /// Decodes the beginnings of samples of which nothing is in memory yet, until it is cancelled. Until then a strike waits
  /// for the file.
  ///
  /// - Returns: the failures of those that cannot be decoded.
  func readBeginnings(
    _ samples: [PadSample], isCancelled: @escaping @Sendable () -> Bool
  ) -> [SampleFile: SampleBatch.Outcome] {
    let failures = Mutex<[SampleFile: SampleBatch.Outcome]>([:])
    SampleBatch.forEach(samples.filter(\.isUnread), isCancelled: isCancelled) { sample in
      guard let source = sample.source as? StreamedSample else { return }
      do throws(FileError) {
        sample.begin(with: try source.decoder.decode(source.file, isDeferred: true))
      } catch {
        failures.withLock { $0[source.file] = .failure(error) }
      }
    }
    return failures.withLock { $0 }
  }

  /// Decodes the rest of the samples of some pads, as far as the memory, which all pads share, allows. Until then, and for
  /// samples beyond it, that can no longer be decoded or after it is cancelled, a strike plays the rest from the file.
  package func complete(
    _ numbers: PadSet, of program: [PadProgram.Pad], isCancelled: () -> Bool = { false }
  ) {
    var used = KitLoader.samples(program).reduce(0) { $0 + $1.byteCount }
    let wanted = program.indices.filter { numbers.contains($0 + 1) }.map { program[$0] }
    for sample in KitLoader.samples(wanted) where sample.isDeferred && !sample.isComplete {
      if isCancelled() { return }
      guard let source = sample.source as? StreamedSample,
        let whole = try? source.decoder.decode(source.file), !whole.isStreamed,
        used + whole.byteCount <= memory ?? .max
      else { continue }
      sample.complete(with: whole)
      used += whole.byteCount
    }
  }

  static func samples(_ pads: [PadProgram.Pad]) -> [PadSample] {
    var known: Set<ObjectIdentifier> = []
    return pads.flatMap(\.layers).flatMap(\.samples).filter { known.insert(ObjectIdentifier($0)).inserted }
  }
}

extension PadSample {
  /// Whether it was not decoded whole, since its pad was not used yet.
  fileprivate var isDeferred: Bool { (source as? StreamedSample)?.isDeferred ?? false }
}
