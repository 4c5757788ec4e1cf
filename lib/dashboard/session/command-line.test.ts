import { beforeEach, expect, test } from "vitest";
import { forgetProcessWideValues } from "@/lib/process/process-wide";
import { CommandLine, markCommandProcess, requireCommandLine } from "./command-line";

beforeEach(forgetProcessWideValues);

test("no process that serves requests makes the actor of a command", () => {
	expect(() => new CommandLine()).toThrow("Only a command");
});

test("only the actor that a command's process made is accepted, and it is an editor", () => {
	markCommandProcess();
	const actor = new CommandLine();
	expect(requireCommandLine(actor)).toMatchObject({ subject: "command line", role: "editor" });
	const copies = [{ ...actor }, JSON.parse(JSON.stringify(actor)), Object.create(CommandLine.prototype), null];
	for (const copy of copies) expect(() => requireCommandLine(copy)).toThrow("not the command line");
});
