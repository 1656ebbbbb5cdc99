"""A server in front of another: it speaks TLS, or is a proxy through which TLS is spoken, and passes each request on.

Arguments: the certificate, its key, the port behind. Its own port is printed.
"""

import socket
import ssl
import sys
import threading

context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(sys.argv[1], sys.argv[2])
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)


def head(connection):
    """All up to the empty line, and what came behind it."""
    received = b""
    while b"\r\n\r\n" not in received:
        more = connection.recv(65536)
        if not more:
            return received, b""
        received += more
    first, _, rest = received.partition(b"\r\n\r\n")
    return first + b"\r\n\r\n", rest


def serve(connection):
    if connection.recv(8, socket.MSG_PEEK) == b"CONNECT ":
        print(head(connection)[0].split(b"\r\n")[0].decode(), flush=True)
        connection.sendall(b"HTTP/1.1 200 Connected\r\n\r\n")
    try:
        inside = context.wrap_socket(connection, server_side=True)
    except OSError:
        return
    first, body = head(inside)
    lengths = [line.split(b":")[1] for line in first.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    while lengths and len(body) < int(lengths[0]):
        body += inside.recv(65536)
    behind = socket.create_connection(("127.0.0.1", int(sys.argv[3])))
    behind.sendall(first + body)
    while answer := behind.recv(65536):
        inside.sendall(answer)
    behind.close()
    inside.unwrap()
    inside.close()


def quiet(connection):
    try:
        serve(connection)
    except OSError:
        pass


while True:
    threading.Thread(target=quiet, args=(listener.accept()[0],), daemon=True).start()
