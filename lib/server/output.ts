import { fstatSync, writeSync } from "node:fs";
import { isatty } from "node:tty";

type Output = typeof process.stdout | typeof process.stderr;
/** Writes whole lines. @throws Error where it can't */
type Sink = (bytes: Uint8Array) => void;

/** Largest amount that waits for a program that reads slowly or not at all. */
const BACKLOG_BYTES_MAX = 1024 * 1024;
const WARNING_LEVEL = 40;
const NEW_LINE = 0x0a;

/**
 * A warning of this server's own for the log, in the format of the dashboard's logger.
 * @param details of a request only its checked identifier
 */
export function warningLine(details: Record<string, number | string>, msg: string): string {
	return `${JSON.stringify({ level: WARNING_LEVEL, time: Date.now(), pid: process.pid, name: "identity-console", ...details, msg })}\n`;
}

/**
 * Makes one of the process's two outputs one that never fails: lines that a full disk or a closed pipe rejects are
 * counted, and the count is written when it works again. Node's own stream to a file ends after its first failure, and
 * ends the process with it.
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

/** Writes to a sink that may fail: lost lines are counted, and the count is written before the next ones. */
export function countLost(sink: Sink): Sink {
	let lost = 0;
	return (bytes) => {
		try {
			if (lost > 0) sink(Buffer.from(warningLine({ lost }, "lines of output could not be written")));
			lost = 0;
			sink(bytes);
		} catch {
			lost += Buffer.from(bytes).toString("latin1").match(/\n/g)?.length ?? 1;
		}
	};
}

/** Writes synchronously, and tries each write anew. */
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

/** Writes to a terminal or a pipe. */
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
