import AudioBase
import Synchronization
import SystemBase
import TrackFeed

/// The samples of a kit that can be loaded and those that cannot.
package struct KitCheck: Sendable {
  package struct PadResult: Hashable, Sendable {
    package var number: Int
    package var name: String
    package var layers: Int
    package var samples: Int
    package var missing: Int
  }

  package let kit: Kit
  package let pads: [PadResult]
  package let ignored: [String]
  /// The errors: damaged parts of the description, then the samples that cannot be loaded.
  package let errors: [FileError]

  /// Decodes every sample to its end, on one thread for each processor, any of which calls `progress`.
  package init(
    _ content: KitFileContent, decoders: any DecoderOpening, converters: any RateConverterMaking,
    progress: SampleProgress? = nil
  ) {
    kit = content.kit
    ignored = content.ignored
    let samples = kit.pads.flatMap { $0.layers.flatMap(\.samples) }
    var known: Set<FilePath> = []
    let files = samples.filter { known.insert($0).inserted }
    let failures = KitCheck.failures(of: files, decoders, converters, progress)
    pads = kit.pads.map { pad in
      let samples = pad.layers.flatMap(\.samples)
      return PadResult(
        number: pad.number, name: pad.name, layers: pad.layers.count, samples: samples.count,
        missing: samples.count { failures[$0] != nil })
    }
    errors = content.problems + files.compactMap { failures[$0] }
  }

  /// Decodes samples without keeping them. Returns the errors of the samples that cannot be decoded.
  private static func failures(
    of files: [FilePath], _ decoders: any DecoderOpening, _ converters: any RateConverterMaking,
    _ progress: SampleProgress?
  ) -> [FilePath: FileError] {
    let count = Atomic<Int>(0)
    let failures = Mutex<[FilePath: FileError]>([:])
    SampleBatch.forEach(files) { file in
      do throws(FileError) { try decode(file, decoders, converters) } catch {
        failures.withLock { $0[file] = error }
      }
      progress?(count.wrappingAdd(1, ordering: .relaxed).newValue, files.count)
    }
    return failures.withLock { $0 }
  }

  private static func decode(
    _ file: FilePath, _ decoders: any DecoderOpening, _ converters: any RateConverterMaking
  ) throws(FileError) {
    let stream = try TrackStream(
      TrackLocation(path: file), rate: nil, decoders: decoders, converters: converters)
    let block = UnsafeMutableBufferPointer<Frame>.allocate(capacity: 32_768)
    defer { block.deallocate() }
    while try stream.read(into: block) > 0 {}
    if stream.endedEarly { throw FileError(.endsEarly, file.shown) }
  }
}
