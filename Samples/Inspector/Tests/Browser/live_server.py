# SPDX-License-Identifier: MIT
"""A WebSocket server for one page: sends lines, and collects the messages of the page."""

import base64
import hashlib
import queue
import socket
import struct
import threading

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class LiveServer:
    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.messages = queue.Queue()
        self.connection = None
        self.is_connected = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def send(self, text):
        data = text.encode()
        if len(data) < 126:
            head = bytes([0x81, len(data)])
        elif len(data) < 1 << 16:
            head = b"\x81\x7e" + struct.pack(">H", len(data))
        else:
            head = b"\x81\x7f" + struct.pack(">Q", len(data))
        self.connection.sendall(head + data)

    def close(self):
        self.connection.shutdown(socket.SHUT_RDWR)
        self.connection.close()

    def _serve(self):
        connection, _ = self.listener.accept()
        request = b""
        while b"\r\n\r\n" not in request:
            data = connection.recv(4096)
            if not data:
                return
            request += data
        key = next(line.split(b":", 1)[1].strip() for line in request.split(b"\r\n")
                   if line.lower().startswith(b"sec-websocket-key"))
        accept = base64.b64encode(hashlib.sha1(key + GUID).digest())
        connection.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                           b"Connection: Upgrade\r\nSec-WebSocket-Accept: " + accept + b"\r\n\r\n")
        self.connection = connection
        self.is_connected.set()
        file = connection.makefile("rb")
        while True:
            head = file.read(2)
            if len(head) < 2 or head[0] & 0xF == 8:
                return
            length = head[1] & 0x7F
            if length == 126:
                length = struct.unpack(">H", file.read(2))[0]
            mask = file.read(4)
            data = bytes(byte ^ mask[index % 4] for index, byte in enumerate(file.read(length)))
            self.messages.put(data.decode())
