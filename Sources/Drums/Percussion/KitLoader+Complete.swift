import MixEngine

/// Samples of which `KitLoader.load` has kept only the beginnings.
extension KitLoader {
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

  private static func samples(_ pads: [PadProgram.Pad]) -> [PadSample] {
    var known: Set<ObjectIdentifier> = []
    return pads.flatMap(\.layers).flatMap(\.samples).filter { known.insert(ObjectIdentifier($0)).inserted }
  }
}

extension PadSample {
  /// Whether only its beginning was decoded, since its pad was not used yet.
  var isDeferred: Bool { (source as? StreamedSample)?.isDeferred ?? false }
}
