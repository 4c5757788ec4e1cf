import type { z } from "zod";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import type { ServiceSecrets } from "./service-secrets";

type Holder = { secrets: ServiceSecrets };

/** Values for one purpose as text that only this service can read or write: it may go through a browser. */
export function sealedValues<Value>(purpose: string, schema: z.ZodType<Value>) {
	return {
		seal: ({ secrets }: Holder, value: Value): Promise<string> => seal(JSON.stringify(value), secrets.current, purpose),
		/** @returns null for anything that this service has not written */
		async unseal({ secrets }: Holder, sealed: unknown): Promise<Value | null> {
			const opened = typeof sealed === "string" ? await unseal(sealed, secrets.known, purpose) : null;
			return opened && schema.parse(JSON.parse(opened.text));
		},
	};
}
