"""A stand-in for a player of the desktop (MPRIS) whose cover has the address that is its argument. Calls of Next change
the track, to the next address."""
import sys
import dbus
import dbus.mainloop.glib
import dbus.service
from gi.repository import GLib

PLAYER = "org.mpris.MediaPlayer2.Player"
PROPERTIES = "org.freedesktop.DBus.Properties"
covers = sys.argv[1:]


class Player(dbus.service.Object):
    track = 0

    def state(self):
        metadata = {
            "mpris:trackid": dbus.ObjectPath(f"/track/{self.track}"),
            "mpris:length": dbus.Int64(180_000_000),
            "mpris:artUrl": covers[self.track % len(covers)],
            "xesam:title": f"Song {self.track + 1}",
        }
        return dbus.Dictionary({
            "PlaybackStatus": "Playing", "Position": dbus.Int64(0), "Rate": 1.0, "Volume": 1.0,
            "Metadata": dbus.Dictionary(metadata, signature="sv"),
        }, signature="sv")

    @dbus.service.method(PROPERTIES, in_signature="s", out_signature="a{sv}")
    def GetAll(self, interface):
        return self.state()

    @dbus.service.method(PLAYER)
    def Next(self):
        self.track += 1
        self.PropertiesChanged(PLAYER, self.state(), [])

    @dbus.service.signal(PROPERTIES, signature="sa{sv}as")
    def PropertiesChanged(self, interface, changed, invalidated):
        pass


dbus.mainloop.glib.DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName("org.mpris.MediaPlayer2.standin", bus)
player = Player(bus, "/org/mpris/MediaPlayer2")
print("ready", flush=True)
GLib.MainLoop().run()
