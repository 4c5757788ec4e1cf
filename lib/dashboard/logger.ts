import "server-only";
import { type DestinationStream, type Logger, pino } from "pino";
import { currentCall, requestId } from "./management/call/call-context";

const SECRET_NAMES = [
	...["authorization", "cookie", "password", "client_secret", "client_assertion"],
	...["access_token", "id_token", "refresh_token", "code_verifier", "refresh_token_metadata"],
	...["clientSecret", "clientKey", "sessionSecret", "previousSessionSecret", "accessToken", "idToken"],
];
/** Paths of pino are exact: each depth needs its own. */
const DEPTHS = ["", "*.", "*.*.", "*.*.*."];

/** JSON lines without secrets. A line within a call to the service has its reference and the browser's request. */
export function createLogger(destination: DestinationStream): Logger {
	const options = {
		name: "identity-console",
		level: process.env.LOG_LEVEL || "info",
		redact: {
			paths: DEPTHS.flatMap((depth) => [
				...SECRET_NAMES.map((name) => depth + name),
				...["set-cookie"].map((name) => `${depth.replace(/\.$/, "")}["${name}"]`),
			]),
			censor: "[redacted]",
		},
		mixin() {
			const call = currentCall();
			return call ? { requestId: call.requestId, reference: call.reference } : {};
		},
	};
	return pino(options, destination);
}

/** Node's own stream: the server ensures that a full disk or a closed pipe does not end the process. */
const standardOutput: DestinationStream = { write: (line) => void process.stdout.write(line) };

export const logger = createLogger(standardOutput);

/** Logs with the identifier of the current request. Not awaited. */
export function logInRequest(level: "info" | "warn" | "error", details: object, message: string): void {
	requestId().then(
		(id) => logger[level]({ requestId: id, ...details }, message),
		() => logger[level](details, message),
	);
}
