extension ManualPage {
  /// The section about outputs and inputs in drumdub(1).
  static var audio: [Block] {
    [.section("Audio devices")] + devices.map { .paragraph($0) } + [.example(snapserver)]
      + [.subsection("The metronome on a device of its own")] + metronome.map { .paragraph($0) }
      + [.subsection("Audio session categories")]
      + [.paragraph(categoriesIntroduction)] + categories.map { .row($0) }
      + [.subsection("Audio session options")] + categoryOptions.map { .row($0) }
  }

  private static let devices = [
    "drumdub devices lists the outputs and inputs by the names that --output and --input take. The key alt+V "
      + "(:devices) shows the same list while music plays: Enter uses the selected device at once.",
    "A new device is announced with the command that chooses it. Where the output is pulse or auto without a sink, the "
      + "sound follows the default output of the server without a pause.",
    "When the output in use is removed or its headphones are unplugged, the music pauses and the pads fall silent; "
      + "on-unplug=continue plays on. Headphones are watched through the ports of the sound server, or else through "
      + "the jack controls of the card in ALSA.",
    "When another program uses the card alone, when the sound server has ended, or when it silences music during a "
      + "call, playback is interrupted: the pads are dim and show the reason, and everything else can be used. The "
      + "device is tried again until it accepts sound; music that was playing then plays on.",
    "After three dropouts within ten seconds, the device gets a longer buffer, which is kept for later starts: hits are "
      + "heard later. If only another program was busy, choose the output once more, by Enter in the list or :output "
      + "NAME: it begins with the shortest buffer again, which period sets.",
    "Six seconds after the last sound the device rests; the next key wakes it.",
    "For several rooms, Snapcast reads a pipe: start drumdub --output fifo:/tmp/snapfifo --fifo-format s16, and write into "
      + "snapserver.conf:",
  ]

  private static let snapserver = [
    "source = pipe:///tmp/snapfifo?name=DrumDub", "sampleformat = 48000:16:2",
  ]

  private static let metronome = [
    "click-output=DEVICE plays the metronome and the count-in on a second device, and no longer in the output: a drummer "
      + "hears them in the headphones, the audience does not. It takes the names of --output. :click-output DEVICE changes "
      + "it while music plays; :click-output without a device, and click-output=main, bring it back to the output.",
    "Beats are heard together with the music, whatever the latencies, sample rates and clocks of the devices are: they are "
      + "sent ahead, by up to two seconds. What begins now cannot be sent ahead: a count-in and the metronome without "
      + "music begin later by the latency of their device, and beats of the first moments after music starts or "
      + "jumps are left out if they would be more than 10 ms late. --stats counts these as lostBeats.",
    "If the device cannot be opened or is lost, the metronome is silent, with a message, and stays out of the output. The "
      + "device is opened again when it is back; a file is not. While it is chosen, the device does not rest.",
    "Recordings of the output do not have a metronome that plays on another device; exports never have one. The volume "
      + "and the mute of the player do not change it; click-level does. Calibrations of the input play their clicks in "
      + "the output. With jack, a client of its own, drumdub-click, is connected to the third and the fourth port of the "
      + "card; connect it yourself if there are none. A card of ALSA that only one stream can use serves either the "
      + "music or the metronome.",
  ]

  private static let categoriesIntroduction =
    "Apps of phones choose a category of audio session. On Linux there are no categories: what they do is set by "
    + "these options."

  private static let categories = [
    HelpPage.Row(
      "playback", "the default; others=pause also pauses the other players of the desktop while music plays"),
    HelpPage.Row("ambient", "others=mix (default): sounds of other programs are mixed"),
    HelpPage.Row("soloAmbient", "others=pause: other players are silent while this one plays"),
    HelpPage.Row("record", "drumdub record: captures an input and plays nothing"),
    HelpPage.Row("playAndRecord", "input=DEVICE and the command input: takes have the sound of the input"),
    HelpPage.Row(
      "processing", "output=null or output=file:PATH, and drumdub export and decode: no device is used"),
    HelpPage.Row(
      "multiRoute", "click-output=DEVICE: the metronome on one device, music and pads on another"),
  ]

  private static let categoryOptions = [
    HelpPage.Row("mixWithOthers", "others=mix"),
    HelpPage.Row("duckOthers", "others=duck: other players are quieter while this one plays"),
    HelpPage.Row(
      "interruptSpokenAudio",
      "others=pause; players are not told apart by what they play, so it pauses music and speech"),
    HelpPage.Row("defaultToSpeaker, allowBluetooth, allowAirPlay", "output=DEVICE, by the list of devices"),
    HelpPage.Row(
      "interruptions by calls",
      "the module role-cork of the sound server: the program plays in the role music, which a call corks"),
    HelpPage.Row(
      "an activation that fails",
      "the music plays silently, the pads say why, and the device is used as soon as it can be opened"),
    HelpPage.Row("oldDeviceUnavailable", "on-unplug=pause (default) or on-unplug=continue"),
  ]
}
