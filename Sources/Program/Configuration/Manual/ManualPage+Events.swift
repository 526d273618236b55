extension ManualPage {
  /// The section of drumdub(1) about what the player does when something changes around it.
  static var events: [Block] {
    [.section("What happens when")] + eventRows.map { .row($0) }
  }

  private static let eventRows = deviceEvents + systemEvents

  private static let deviceEvents = [
    HelpPage.Row("another player plays too", "both are heard, unless others=duck or others=pause is set"),
    HelpPage.Row(
      "a call begins",
      "the sound server gives the device to the call; the music waits, and plays on when the call has ended"),
    HelpPage.Row(
      "another program uses the card alone", "the music waits, and plays on when the card is free"),
    HelpPage.Row("headphones are unplugged", "the music pauses; with on-unplug=continue it plays on"),
    HelpPage.Row(
      "the device is removed",
      "the music pauses if there is another device, and else waits for one; with on-unplug=continue it plays on"
    ),
    HelpPage.Row("a device or a MIDI pad is plugged in", "a device is announced; a MIDI pad works at once"),
    HelpPage.Row("the default output changes", "the sound follows without a pause"),
    HelpPage.Row(
      "the sound server ends",
      "the position stands still; the music plays on when the server is back or another output is chosen"),
    HelpPage.Row(
      "the chosen sink is missing",
      "the default sink is used, as the header says, until the chosen one appears"),
    HelpPage.Row(
      "there is neither a sound card nor a sound server",
      "the player plays silently, the pads say why, and the sound begins as soon as there is one"),
    HelpPage.Row(
      "a radio station stalls or its connection is lost",
      "the state is buffering or reconnecting, over MPRIS Paused, and the clock stands still"),
  ]

  private static let systemEvents = [
    HelpPage.Row(
      "the system sleeps, or ctrl+z is pressed",
      "a recording ends, takes and session are stored, and the music plays on afterwards; with suspend=play, ctrl+z does "
        + "not interrupt it"),
    HelpPage.Row(
      "the terminal is closed",
      "the player ends, and the next start restores the queue; with on-hangup=detach it plays on"),
    HelpPage.Row(
      "a client floods the remote control",
      "the client waits or is disconnected; music, keys and other clients are not disturbed"),
    HelpPage.Row(
      "the system allows too few open files, threads or addresses",
      "a start says which limit to raise, and ends; a running player says so and plays on"),
    HelpPage.Row(
      "a newer version wrote the library",
      "the library is neither changed nor shown; a message says what to do"),
    HelpPage.Row("there is no message bus", "only the control by the desktop is missing"),
    HelpPage.Row(
      "there is no runtime folder",
      "there is no remote control; options that need the folder, such as --detach, say so"),
    HelpPage.Row(
      "the home folder is read-only, or the disk is full",
      "the player plays and records; a take stays in memory until W saves it elsewhere; session, keys and ratings are "
        + "saved when that is possible again, and a message at the end names what was not saved"),
  ]
}
