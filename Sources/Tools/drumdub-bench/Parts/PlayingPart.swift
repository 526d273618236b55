/// Measures processor time and memory while a track plays.
struct PlayingPart {
  func measure() throws(Failure) -> PartResult {
    let home = try ScratchFolder()
    let track = home.file("track.flac")
    try BenchmarkMusic().write(minutes: 1, to: track)
    var result = PartResult()
    try addSilentPair(track, to: &result)
    try addServedPair(track, to: &result)
    return result
  }

  /// Plays into null outputs that each program paces itself.
  private func addSilentPair(_ track: String, to result: inout PartResult) throws(Failure) {
    let ours = try PlayingRun.drumdub(track, output: "null").measure()
    var theirs: PlayingRun.Usage?
    if let mpv = ProgramFinder.find("mpv") {
      theirs = try PlayingRun(mpv, ["--no-config", "--ao=null", "--no-video", track]).measure()
    } else {
      result.notes.append("playing: mpv is not installed")
    }
    result.figures += figures("null", ours, "mpv", theirs)
  }

  /// Plays through a sound server: by its own protocol beside mpv, and through ALSA beside cmus, whose only output in real
  /// time without a card this is.
  private func addServedPair(_ track: String, to result: inout PartResult) throws(Failure) {
    guard let cmus = ProgramFinder.find("cmus"), let server = ProgramFinder.find("pulseaudio") else {
      result.notes.append("playing: without cmus and pulseaudio the two are not compared")
      return
    }
    let sound = try SoundServer(server)
    try addDirectPair(track, sound, to: &result)
    let ours = try PlayingRun.drumdub(track, output: "alsa:pulse", extra: sound.environment).measure()
    let player = try PreparedCmus(cmus, output: ["set output_plugin=pulse"], extra: sound.environment)
    let theirs = try PlayingRun(player, typing: ":player-play \(track)\n").measure()
    result.figures += figures("PulseAudio through ALSA", ours, "cmus", theirs)
    let listening = try PlayingRun.drumdub(
      track, output: "pulse", extra: sound.environment, configuration: "layout=listen\n"
    ).measure()
    let compared = figures("PulseAudio in the layout listen", listening, "cmus", theirs)
    result.figures += compared.map { figure in
      var figure = figure
      if figure.unit == "%" { figure.goal = .ratioAtMost(1) }
      if figure.unit == "" { figure.goal = .atMost(60) }
      return figure
    }
  }

  private func addDirectPair(
    _ track: String, _ sound: SoundServer, to result: inout PartResult
  ) throws(Failure) {
    let ours = try PlayingRun.drumdub(track, output: "pulse", extra: sound.environment).measure()
    let theirs = try ProgramFinder.find("mpv").map { (mpv) throws(Failure) in
      try PlayingRun(mpv, ["--no-config", "--ao=pulse", "--no-video", track], extra: sound.environment)
        .measure()
    }
    result.figures += figures("PulseAudio by its own protocol", ours, "mpv", theirs)
  }

  private func figures(
    _ output: String, _ ours: PlayingRun.Usage, _ peer: String, _ theirs: PlayingRun.Usage?
  ) -> [Figure] {
    func figure(_ what: String, _ unit: String, _ value: (PlayingRun.Usage) -> Double) -> Figure {
      Figure(
        part: .playing, what: "\(what), FLAC 44.1 kHz to \(output)", unit: unit, value: value(ours),
        peer: theirs.map { _ in peer }, peerValue: theirs.map(value),
        ratio: theirs.map { value(ours) / value($0) })
    }
    return [
      figure("processor", "%") { $0.processor * 100 }, figure("wake-ups a second", "") { $0.wakes },
      figure("memory (PSS)", "MB") { $0.memory },
    ]
  }
}
