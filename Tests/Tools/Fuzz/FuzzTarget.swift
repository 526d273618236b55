import Glibc

/// What is fed with the bytes of libFuzzer; chosen by `$FUZZ_TARGET`.
///
/// Each takes the bytes as whatever it reads and ends the process by a failed precondition where a promise is broken.
enum FuzzTarget: String, CaseIterable {
  case keys, bindings, configuration, theme, playlist, pls, xspf, cue, kit, hydrogen, sfz, archive, soundfont,
    session, decoders, tags, renderer, music, query, takes, packs, mixer, midi, index, remote, address,
    webcache

  static let chosen: FuzzTarget = {
    guard let name = getenv("FUZZ_TARGET"), let target = FuzzTarget(rawValue: String(cString: name)) else {
      print("FUZZ_TARGET is one of: " + allCases.map(\.rawValue).joined(separator: " "))
      exit(2)
    }
    return target
  }()

  func take(_ bytes: [UInt8]) {
    switch self {
    case .keys: KeyFuzz.take(bytes)
    case .bindings: BindingFuzz.take(bytes)
    case .configuration: ConfigurationFuzz.take(bytes)
    case .theme: ConfigurationFuzz.takeTheme(bytes)
    case .playlist: PlaylistFuzz.take(bytes, name: "list.m3u8")
    case .pls, .xspf, .cue: PlaylistFuzz.take(bytes, name: "list.\(rawValue)")
    case .kit: KitFuzz.take(bytes)
    case .hydrogen: KitFuzz.takeHydrogen(bytes)
    case .sfz: KitFuzz.takeSFZ(bytes)
    case .archive: KitFuzz.takeArchive(bytes)
    case .soundfont: KitFuzz.takeSoundFont(bytes)
    case .takes: TakeFuzz.take(bytes)
    case .packs: PackFuzz.take(bytes)
    case .mixer: MixerFuzz.take(bytes)
    case .midi: MIDIFuzz.take(bytes)
    case .session: MainActor.assumeIsolated { SessionFuzz.take(bytes) }
    case .decoders: DecoderFuzz.take(bytes)
    case .tags: TagFuzz.take(bytes)
    case .renderer: RendererFuzz.take(bytes)
    case .music: MusicFuzz.take(bytes)
    case .query: QueryFuzz.take(bytes)
    case .index: IndexFuzz.take(bytes)
    case .remote: RemoteFuzz.take(bytes)
    case .address: AddressFuzz.take(bytes)
    case .webcache: WebCacheFuzz.take(bytes)
    }
  }
}

/// libFuzzer has the main function, and calls this one for each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  FuzzTarget.chosen.take(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
