/// Measures processor time, wake-ups and memory while a track plays, beside other players.
enum PlayingPart {
  /// The goal of the processor time beside mpv, of the wake-ups a second to a server, and of the memory in MB.
  private static let (mpvRatio, wakes, memory) = (Goal.ratioAtMost(1), Goal.atMost(40), Goal.atMost(22))

  static func measure(_ report: Report) throws {
    let home = try ScratchFolder()
    let track = try home.writeMusic(minutes: 1)
    let mpv = report.find("mpv")
    // Into null outputs that each program paces itself.
    add(
      report, "null", try drumdub(report, track, "null"), "mpv",
      try mpv.map {
        try usage(
          report, TerminalRun($0, ["--no-config", "--ao=null", "--no-video", track], home: home))
      }, processor: mpvRatio)
    // Through a sound server: by its own protocol beside mpv, and through ALSA beside cmus, whose only output in real time
    // without a card this is.
    if !report.has(SoundServer.programs) { return }
    let server = try SoundServer()
    let environment = server.environment
    add(
      report, "PulseAudio by its own protocol", try drumdub(report, track, "pulse", environment), "mpv",
      try mpv.map {
        try usage(
          report,
          TerminalRun($0, ["--no-config", "--ao=pulse", "--no-video", track], home: home, environment))
      }, processor: mpvRatio, wakes: wakes)
    if report.isQuick { return }
    let throughALSA = try drumdub(report, track, "alsa", environment)
    let listening = try drumdub(report, track, "pulse", environment, configuration: "layout=listen\n")
    var other: TerminalRun.Usage?
    if report.find("cmus") != nil {
      let cmus = try Cmus(output: ["set output_plugin=pulse"], environment).started()
      cmus.type(":player-play \(track)\n")
      other = try usage(report, cmus)
    }
    add(
      report, "PulseAudio through ALSA", throughALSA, "cmus", other, processor: .ratioAtMost(1.5),
      wakes: .atMost(150))
    add(
      report, "PulseAudio in the layout listen", listening, "cmus", other, processor: .ratioAtMost(1),
      wakes: .atMost(60))
  }

  private static func drumdub(
    _ report: Report, _ track: String, _ output: String, _ environment: [String] = [],
    configuration: String = ""
  ) throws -> TerminalRun.Usage {
    let home = try ScratchFolder()
    try home.makeFolder("config/drumdub")
    try home.write(configuration, to: "config/drumdub/config")
    return try usage(
      report,
      TerminalRun(drumdub: ["--output", output, track], home: home, environment, until: "playing"))
  }

  private static func usage(_ report: Report, _ run: TerminalRun) throws -> TerminalRun.Usage {
    try run.usage(settling: 2, seconds: report.isQuick ? 4 : 6)
  }

  private static func add(
    _ report: Report, _ output: String, _ ours: TerminalRun.Usage, _ peer: String,
    _ theirs: TerminalRun.Usage?, processor: Goal? = nil, wakes: Goal? = nil
  ) {
    let rows: [(String, Unit, KeyPath<TerminalRun.Usage, Double>, Goal?)] = [
      ("processor", .percent, \.processor, processor), ("wake-ups a second", .number(""), \.wakes, wakes),
      ("memory (PSS)", .number("MB"), \.memory, memory),
    ]
    for (what, unit, value, goal) in rows {
      report.add(
        "\(what), FLAC 44.1 kHz to \(output)", ours[keyPath: value], unit,
        beside: theirs.map { (peer, $0[keyPath: value]) }, goal)
    }
  }
}
