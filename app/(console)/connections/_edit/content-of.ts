import "server-only";
import { isRecord, isText } from "@/app/_editor/kinds/kind";
import { contentOfAnswer } from "@/app/_editor/wire";
import type { ConnectionAnswer } from "@/lib/contract/connection/connection";
import { type ConnectionContent, connectionEditor } from "./connection-editor";

/** What of a connection can be changed here. Options of other shapes are left out, and stay. */
export function contentOf(connection: ConnectionAnswer): ConnectionContent {
	const { options } = connection;
	if (!isRecord(options)) return contentOfAnswer(connectionEditor, connection);
	// `cert` is the older name.
	const stored = [options.signingCert, options.cert].find((value) => isText(value) && value !== "");
	return contentOfAnswer(connectionEditor, { ...connection, options: { ...options, signingCert: pemOf(stored) } });
}

/** Certificates are answered as PEM, as that in base64, or as one certificate in base64. */
function pemOf(stored: unknown): unknown {
	if (!isText(stored) || stored.includes("-----BEGIN")) return stored;
	const decoded = Buffer.from(stored, "base64").toString("latin1");
	return decoded.includes("-----BEGIN") ? decoded : stored;
}
