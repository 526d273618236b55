import SystemBase

extension Kit {
  private static let chunk = 1 << 20

  /// Computes the hash of all that decides how the kit sounds, not of names, colours, notes and paths. Reads all samples.
  package func contentHash() -> ContentHash {
    var samples: [FilePath: String] = [:]
    for path in pads.flatMap({ $0.layers.flatMap(\.samples) }) where samples[path] == nil {
      samples[path] = Kit.hash(ofFile: path)
    }
    var text = pads.sorted { $0.number < $1.number }.map { $0.sound(samples) }.joined(separator: "\n")
    // Left out without a room, so that hashes of earlier versions are found.
    if room != .unity { text += "\nroom \(room.value)" }
    return ContentHash(Array(text.utf8))
  }

  /// Returns the hash of the hashes of the parts of a file as text; that of no parts if the file cannot be read.
  private static func hash(ofFile path: FilePath) -> String {
    var parts = ""
    if let file = try? RegularFile(path) {
      var offset = 0
      while let part = try? file.read(count: chunk, at: offset), !part.isEmpty {
        parts += "\(ContentHash(part)) "
        offset += part.count
      }
    }
    return "\(ContentHash(Array(parts.utf8)))"
  }
}

extension Pad {
  /// Returns a text of all that decides the sound of the pad. Takes store hashes of it: its form must not change.
  fileprivate func sound(_ samples: [FilePath: String]) -> String {
    var words = ["pad", "\(number)", "\(gain.value)", "\(pan)", "\(tune)", mode.rawValue, choice.rawValue]
    switch retrigger {
    case .restart: words.append("restart")
    case .overlap(let limit): words.append("overlap \(limit ?? 0)")
    }
    words.append("choke \(choke?.group ?? 0) \(choke?.silencedBy ?? 0) \(choke?.fade ?? 0)")
    if let pads = choke?.pads, !pads.isEmpty {
      words.append("by \(pads.map(String.init).joined(separator: ","))")
    }
    words.append("\(envelope.attack) \(envelope.decay) \(envelope.sustain) \(envelope.release)")
    return ([words.joined(separator: " ")] + layers.map { $0.sound(samples) }).joined(separator: "\n")
  }
}

extension SampleLayer {
  fileprivate func sound(_ samples: [FilePath: String]) -> String {
    var words = ["layer", "\(velocities.lowerBound)", "\(velocities.upperBound)"]
    words += ["\(gain.value)", "\(pan)", "\(tune)", "\(part)", loop?.rawValue ?? "once"]
    words.append("\(chance?.lowerBound ?? 0) \(chance?.upperBound ?? 1)")
    // What few layers have is left out of others, so that hashes of earlier versions are found.
    if start > 0 || end != nil { words.append("frames \(start) \(end ?? -1)") }
    if isReversed { words.append("reversed") }
    if let frames = loopFrames { words.append("loop \(frames.lowerBound) \(loopEnd ?? -1)") }
    if let turn { words.append("turn \(turn.position) \(turn.count)") }
    if response != VelocityResponse() {
      words.append("response \(response.track)")
      words += response.curve.map { "\($0.velocity) \($0.level)" }
    }
    return (words + self.samples.map { samples[$0] ?? "" }).joined(separator: " ")
  }
}
