import AudioBase
import SystemBase

/// Makes pads of sounds, and of pieces of pads. Any thread; blocks on file access.
package struct KitSampling: Sendable {
  /// A sound that becomes the sample of a pad.
  package struct Sample: Sendable {
    /// The name of the pad and of its file.
    package var name: String
    /// The description of the song for the licence file.
    package var song: String
    /// The frames of the sound at which beats begin, and at which the last one ends.
    package var beats: [Int]

    package init(name: String, song: String, beats: [Int]) {
      (self.name, self.song, self.beats) = (name, song, beats)
    }
  }

  package typealias Changed = OwnKits.Changed<ClosedRange<Int>>

  package let kits: OwnKits
  package let writer: SampleWriter

  package init(_ kits: OwnKits, _ writer: SampleWriter) { (self.kits, self.writer) = (kits, writer) }

  /// Adds a sound to a kit: at a pad, whose sound is replaced, or at the first free one. The value is the number of the pad.
  package func add(
    _ sample: Sample, _ sound: PCMBuffer, to number: Int?, of kit: Kit
  ) throws(SamplingError) -> Changed {
    try kits.change(kit) { kit throws(SamplingError) in
      let number = if let number { number } else { try kit.freePads(1) }
      let path = try OwnKits.file { () throws(FileError) in
        let path = try writer.write(sound, named: KitSampling.fileName(sample.name), in: kit.path)
        try SampleLicence.add(path, from: sample.song)
        return path
      }
      var layer = SampleLayer(samples: [path])
      layer.beats = sample.beats
      kit.pads.removeAll { $0.number == number }
      kit.pads.append(Pad(number: number, name: sample.name, layers: [layer]))
      return number...number
    }
  }

  /// Cuts the sample of a pad into pieces on free pads, which read the same file. The value has the numbers of the pads.
  package func chop(
    _ number: Int, _ cut: SampleCut, into most: Int, of kit: Kit
  ) throws(SamplingError) -> Changed {
    try kits.change(kit) { kit throws(SamplingError) in
      let (pad, layer, path) = try kit.oneSample(of: number)
      let sound = try OwnKits.file { () throws(FileError) in
        SampleSound(try writer.read(of: TrackLocation(path: path)))
      }
      guard
        var pieces = cut.pieces(
          of: layer.played(of: sound.count), in: sound, beats: layer.beats, most: most)
      else { throw .beatsUnknown(pad: number) }
      if pieces.count < 2 { throw .nothingToCut(pad: number, cut) }
      if layer.isReversed { pieces.reverse() }
      let first = try kit.freePads(most)
      let numbers = first...first + pieces.count - 1
      kit.pads.removeAll { numbers.contains($0.number) }
      kit.pads += zip(numbers, pieces).map { number, piece in
        var part = pad
        (part.number, part.midiNote) = (number, nil)
        part.name = "\(pad.name) \(number - first + 1)"
        (part.layers[0].start, part.layers[0].end) = (piece.lowerBound, piece.upperBound)
        return part
      }
      return numbers
    }
  }

  /// Stretches the sample of a pad to a tempo in beats a minute, by a file of its own. The value is the number of the pad.
  package func stretch(_ number: Int, to bpm: Double, of kit: Kit) throws(SamplingError) -> Changed {
    try kits.change(kit) { kit throws(SamplingError) in
      let (pad, layer, path) = try kit.oneSample(of: number)
      guard let first = layer.beats.first, let last = layer.beats.last, last > first else {
        throw .beatsUnknown(pad: number)
      }
      let whole = try OwnKits.file { () throws(FileError) in
        try writer.read(of: TrackLocation(path: path))
      }
      let played = layer.played(of: whole.frames.count)
      let beat = Double(last - first) / Double(layer.beats.count - 1) / Double(whole.sampleRate.hertz)
      let speed = beat * bpm / 60
      guard TimeStretch.speeds.contains(speed) else { throw .tooFar(pad: number, speed: speed) }
      let copy = try OwnKits.file { () throws(FileError) in
        let sound = PCMBuffer(frames: Array(whole.frames[played]), sampleRate: whole.sampleRate)
        let name = KitSampling.fileName("\(path.lastComponent.stem) \(Int(bpm.rounded())) BPM")
        let copy = try writer.write(try writer.stretched(sound, speed: speed), named: name, in: kit.path)
        try SampleLicence.add(copy, from: "stretched from \(path.lastComponent.shown)")
        return copy
      }
      var stretched = pad
      stretched.layers[0].samples = [copy]
      (stretched.layers[0].start, stretched.layers[0].end) = (0, nil)
      stretched.layers[0].beats = layer.beats.map {
        Int((Double($0 - played.lowerBound) / speed).rounded())
      }.filter { $0 >= 0 }
      kit.pads.removeAll { $0.number == number }
      kit.pads.append(stretched)
      return number...number
    }
  }

  /// The most bytes of the name of a file without its number and extension.
  private static let longestName = 100

  private static func fileName(_ name: String) -> String {
    var usable = String(name.map { $0 == "/" || $0.asciiValue.map { $0 < 0x20 } ?? false ? "-" : $0 })
    while usable.utf8.count > longestName { usable.removeLast() }
    return usable.isEmpty || usable.first == "." ? "sample" : usable
  }
}

extension Kit {
  /// Returns a pad with its only layer and the only sample of that.
  package func oneSample(of number: Int) throws(SamplingError) -> (Pad, SampleLayer, FilePath) {
    guard let pad = pads.first(where: { $0.number == number }), pad.layers.count == 1,
      pad.layers[0].samples.count == 1
    else { throw .notOneSample(pad: number) }
    return (pad, pad.layers[0], pad.layers[0].samples[0])
  }
}

extension SampleLayer {
  /// Returns the frames of a file that the layer plays.
  ///
  /// - Parameter count: the number of frames of the file.
  package func played(of count: Int) -> Range<Int> {
    let start = min(start, count)
    return start..<max(min(end ?? count, count), start)
  }
}
