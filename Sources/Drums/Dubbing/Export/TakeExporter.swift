import AudioBase
import Glibc
import MixEngine
import SystemBase

/// Exports a take to sound files. One thread; the memory does not depend on the length.
package struct TakeExporter {
  private let export: TakeExport
  private let output: ExportOutput
  private let sources: MixRenderer.Sources
  private let tools: ExportTools
  private let isCancelled: () -> Bool
  private var progress: ExportProgress
  private var wasCancelled = false
  /// What was written of the present file, which is kept if the rest fails; nil if nothing was.
  private var part: FilePath?
  /// The sums of the last part that was written; nil without stems.
  private var projection: SignProjection?
  /// The largest reduction of the limiter in the last part that was rendered, in dB.
  private var reduction = 0.0

  /// Creates an exporter. `pads` is the kit at the rate of the export; `report` receives the done fraction, in hundredths.
  package init(
    _ export: TakeExport, to output: ExportOutput, pads: [PadProgram.Pad], tools: ExportTools,
    report: @escaping (Double) -> Void = { _ in }, isCancelled: @escaping () -> Bool = { false }
  ) {
    (self.export, self.output, self.tools, self.isCancelled) = (export, output, tools, isCancelled)
    sources = MixRenderer.Sources(
      pads: pads, decoders: tools.decoders, converters: tools.converters, stretchers: tools.stretchers)
    progress = ExportProgress(report)
  }

  /// Renders and writes all files. Throws before anything is rendered if a file of the same name exists.
  package mutating func run() throws(ExportError) -> ExportResult {
    do throws(FileError) { return try writeAll() } catch {
      throw wasCancelled ? .cancelled : .failed(error, part: part)
    }
  }

  private mutating func writeAll() throws(FileError) -> ExportResult {
    let stems = output.wantsStems ? MixPart.stems(of: export) : []
    for part in [output.part] + stems { _ = try reserve(part) }
    let length = try estimate()
    progress.total = Double(length * (1 + stems.count + (output.loudness == nil ? 0 : 2)))
    var result = ExportResult()
    var gains = MixRenderer.Gains()
    if let target = output.loudness { gains = try self.gains(for: target) }
    var check = StemCheck(export)
    let mix = try write(output.part, gains: gains, estimate: length, &result)
    check.add(projection, of: output.part)
    if let shortfall = shortfall(of: mix, gains) { result.shortfalls.append(shortfall) }
    for stem in stems {
      _ = try write(stem, gains: gains, estimate: length, length: mix.length, &result)
      check.add(projection, of: stem)
    }
    if output.wantsStems, let shortfall = check.shortfall(limiter: mix.reduction) {
      result.shortfalls.append(shortfall)
    }
    progress.finish()
    return result
  }

  private func reserve(_ part: MixPart) throws(FileError) -> AtomicFile {
    try AtomicFile(output.path(of: part), replaces: output.replaces, needsSeeking: true)
  }

  /// Returns the approximate length in frames, of which the progress is a fraction.
  private func estimate() throws(FileError) -> Int {
    let rate = export.rate
    var seconds = 0.0
    if let track = export.track {
      seconds = try tools.duration(of: track) ?? 0
    } else {
      seconds = FrameCount(export.hits(for: .mix).map(\.frame).max() ?? 0).seconds(at: rate)
    }
    if let range = export.range { seconds = min(range.end ?? seconds, seconds) - range.start }
    return max(FrameCount(seconds: seconds + (export.tail ?? 2), at: rate).value, 1)
  }

  // MARK: Loudness

  /// Returns the gains that bring the mix to a loudness. The limiter keeps peaks under the ceiling of −1 dBTP.
  private mutating func gains(for target: Double) throws(FileError) -> MixRenderer.Gains {
    var search = LoudnessSearch(target)
    while true {
      let meter = try tools.meters(export.rate)
      _ = try render(.mix, gains: search.gains, length: nil) { (frames) throws(FileError) in
        try meter.add(frames)
      }
      guard let loudness = try? meter.loudness, let peak = try? meter.peak, peak > 0,
        search.note(loudness: loudness, peak: peak)
      else { return search.gains }
    }
  }

  /// Returns why the mix misses a loudness; nil if it has it.
  private func shortfall(of mix: ExportedFile, _ gains: MixRenderer.Gains) -> ExportShortfall? {
    guard let target = output.loudness else { return nil }
    guard let loudness = mix.loudness, loudness.isFinite else {
      return .loudness(target, reached: nil, .silence)
    }
    if abs(loudness - target) <= LoudnessSearch.tolerance { return nil }
    let limit: ExportShortfall.LoudnessLimit =
      gains.mix.value >= LoudnessSearch.mostGain ? .gain : mix.reduction > 0 ? .peaks : .unsteady
    return .loudness(target, reached: loudness, limit)
  }

  // MARK: Files

  /// The frames after which the kernel is asked to store the file: the disk works while the next ones are rendered.
  private static let storedFrames = 1 << 20

  private mutating func write(
    _ part: MixPart, gains: MixRenderer.Gains, estimate: Int, length: FrameCount? = nil,
    _ result: inout ExportResult
  ) throws(FileError) -> ExportedFile {
    let file = try reserve(part)
    var made = ExportedFile(
      path: file.path, part: part, format: .sound(output.encoding), rate: export.rate, length: .zero)
    do throws(FileError) {
      result.problem = try writeSound(part, gains, estimate, length, to: file, &made) ?? result.problem
      self.part = file.temporary
      try check(file, made.length)
      do throws(FileError) { try tools.tags?.addTags(to: file.temporary) } catch {
        made.tagProblem = error.of(file.path)
      }
      try file.commit()
      self.part = nil
    } catch {
      if wasCancelled { file.cancel() }
      throw error
    }
    result.files.append(made)
    return made
  }

  /// Renders the export and writes its sound to the files. Returns why the music ended before its end.
  private mutating func writeSound(
    _ part: MixPart, _ gains: MixRenderer.Gains, _ estimate: Int, _ length: FrameCount?, to file: AtomicFile,
    _ made: inout ExportedFile
  ) throws(FileError) -> FileError? {
    let writer: any AudioFileWriter
    do throws(FileError) {
      writer = try tools.writers.makeWriter(
        file.temporary, output.encoding, rate: export.rate,
        // More than enough, so that a file that becomes too large for WAV is RF64.
        length: length ?? FrameCount(estimate + 60 * export.rate.hertz), texts: output.texts)
    } catch { throw error.of(file.path) }
    let isMeasured = output.isMeasured || output.loudness != nil
    let meter = isMeasured ? try tools.meters(export.rate) : nil
    let projection = output.wantsStems ? SignProjection() : nil
    self.projection = projection
    var gathered = GatheredFrames { [file] (frames, before) throws(FileError) in
      do throws(FileError) { try writer.write(frames) } catch { throw error.of(file.path) }
      try meter?.add(frames)
      projection?.add(frames)
      let after = before + frames.count
      if before / TakeExporter.storedFrames != after / TakeExporter.storedFrames { file.startStoring() }
    }
    let problem: FileError?
    do throws(FileError) {
      problem = try render(part, gains: gains, length: length) { (frames) throws(FileError) in
        try gathered.append(frames)
      }
      try gathered.deliver()
      do throws(FileError) { try writer.close() } catch { throw error.of(file.path) }
      if gathered.delivered == 0 {
        throw FileError(.endsEarly, file.path.shown, detail: "there is no sound in the range")
      }
    } catch {
      if !wasCancelled { try? gathered.deliver() }
      try? writer.close()
      if gathered.delivered == 0 { file.cancel() } else { self.part = file.temporary }
      throw error
    }
    made.length = FrameCount(gathered.delivered)
    made.reduction = reduction
    made.loudness = (try? meter?.loudness) ?? nil
    made.peak = (try? meter?.peak).flatMap { $0 > 0 ? 20 * log10($0) : nil }
    return problem
  }

  /// Opens the finished file: libraries do not report all that a full disk has refused.
  private func check(_ file: AtomicFile, _ length: FrameCount) throws(FileError) {
    do throws(FileError) {
      let found = try tools.decoders.open(file.temporary).format.length
      if let found, found < length {
        throw FileError(.writeFailed, file.path.shown, detail: "the file is not complete")
      }
    } catch { throw error.of(file.path) }
  }

  /// Renders a part to its end. Returns why the music ended before its end.
  private mutating func render(
    _ part: MixPart, gains: MixRenderer.Gains, length: FrameCount?,
    _ body: (UnsafeBufferPointer<Frame>) throws(FileError) -> Void
  ) throws(FileError) -> FileError? {
    let renderer = try MixRenderer(export, part, gains: gains, length: length, sources)
    var delivered = 0
    while true {
      wasCancelled = isCancelled()
      if wasCancelled { throw FileError(.writeFailed, output.path.shown, detail: "it was cancelled") }
      guard try renderer.render(body) else { break }
      progress.add(renderer.framesDelivered - delivered)
      delivered = renderer.framesDelivered
    }
    reduction = renderer.reduction.value
    return renderer.problem.map { $0.of(export.track?.path ?? output.path) }
  }
}

extension FileError {
  /// Returns the same error with the name that the user knows.
  fileprivate func of(_ path: FilePath) -> FileError { FileError(code, path.shown, detail: detail) }
}

extension LoudnessMeasuring {
  fileprivate func add(_ frames: UnsafeBufferPointer<Frame>) throws(FileError) {
    try add(UnsafeRawBufferPointer(frames).assumingMemoryBound(to: Float.self))
  }
}

/// Gathers the frames of blocks and delivers many at once: each delivery to a file is a system call or more.
private struct GatheredFrames {
  private static let mostFrames = 8_192

  private(set) var delivered = 0
  private var frames: [Frame] = []
  private let receive: (UnsafeBufferPointer<Frame>, _ before: Int) throws(FileError) -> Void

  /// Creates an empty buffer. `receive` receives the frames and the number of frames before them.
  init(_ receive: @escaping (UnsafeBufferPointer<Frame>, _ before: Int) throws(FileError) -> Void) {
    self.receive = receive
    frames.reserveCapacity(GatheredFrames.mostFrames)
  }

  mutating func append(_ block: UnsafeBufferPointer<Frame>) throws(FileError) {
    if frames.count + block.count > GatheredFrames.mostFrames { try deliver() }
    frames.append(contentsOf: block)
  }

  mutating func deliver() throws(FileError) {
    if frames.isEmpty { return }
    defer { frames.removeAll(keepingCapacity: true) }
    try frames.withUnsafeBufferPointer { (frames) throws(FileError) in try receive(frames, delivered) }
    delivered += frames.count
  }
}

/// Reports the progress of an export in hundredths.
private struct ExportProgress {
  var total = 1.0
  private let report: (Double) -> Void
  private var done = 0.0
  private var reported = -1

  init(_ report: @escaping (Double) -> Void) { self.report = report }

  mutating func add(_ frames: Int) {
    done += Double(frames)
    let hundredths = min(Int(done / total * 100), 99)
    if hundredths <= reported { return }
    reported = hundredths
    report(Double(hundredths) / 100)
  }

  func finish() { report(1) }
}
