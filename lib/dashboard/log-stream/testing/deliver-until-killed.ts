import { readFileSync } from "node:fs";
import tls from "node:tls";
import { heldConfig, readConfig } from "../../config";
import { logStreamRound } from "../run-log-stream";

/** Delivers until the process is killed. @param settings JSON: the environment; @param certificate a file: the receiver's */
export async function run(settings: string, certificate: string): Promise<void> {
	tls.setDefaultCACertificates([readFileSync(certificate, "utf8")]);
	heldConfig.set(readConfig(JSON.parse(settings)));
	for (;;) await logStreamRound();
}
