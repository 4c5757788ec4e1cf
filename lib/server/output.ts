import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { countLost, type Sink } from "./count-lost.ts";

type Output = typeof process.stdout | typeof process.stderr;

/** What may wait for a reader that does not read. */
const BACKLOG_BYTES_MAX = 1024 * 1024;
const NEW_LINE = 0x0a;

/**
 * Makes one of the process's two outputs one that never fails: what a full disk or a closed pipe does not take is
 * counted, and the count is written when it works again. Node's own stream to a file is over after its first failure,
 * and ends the process with it.
 */
export function guardOutput(stream: Output): void {
	const write = countLost(isFile(stream.fd) ? toFile(stream.fd) : toReader(stream));
	stream.on("error", () => {});
	stream.write = (chunk: Uint8Array | string, ...rest: unknown[]) => {
		write(typeof chunk === "string" ? Buffer.from(chunk) : chunk);
		const callback = rest.at(-1);
		if (typeof callback === "function") process.nextTick(callback);
		return true;
	};
}

/** Each write is tried anew, and done when this returns. */
function toFile(descriptor: number): Sink {
	let isCut = false;
	return (bytes) => {
		const text = isCut ? Buffer.concat([Buffer.of(NEW_LINE), bytes]) : bytes;
		let written = 0;
		try {
			while (written < text.length) written += writeSync(descriptor, text, written);
			isCut = false;
		} catch (error) {
			if (written > 0) isCut = text[written - 1] !== NEW_LINE;
			throw error;
		}
	};
}

/** A terminal, or a program that reads, or does not. */
function toReader(stream: Output): Sink {
	const write = stream.write.bind(stream);
	return (bytes) => {
		if (stream.destroyed || stream.writableLength > BACKLOG_BYTES_MAX) throw new Error("Nobody reads.");
		write(bytes);
	};
}

function isFile(descriptor: number): boolean {
	const status = fstatSync(descriptor);
	return status.isFile() || (status.isCharacterDevice() && !isatty(descriptor));
}
