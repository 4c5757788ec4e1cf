import type { z } from "zod";
import { seal, unseal } from "@/lib/secrets/sealed-text";
import { messageRefusal } from "../http/refusal";
import type { ServiceSecrets } from "./service-secrets";

type Holder = { secrets: ServiceSecrets };

/** Values for one purpose as text that only this service can read or write: it may pass through a browser. */
export function sealedValues<Value>(purpose: string, schema: z.ZodType<Value>) {
	return {
		seal: ({ secrets }: Holder, value: Value): Promise<string> => seal(JSON.stringify(value), secrets.current, purpose),
		/** @returns null for a text that this service has not written */
		async unseal({ secrets }: Holder, sealed: unknown): Promise<Value | null> {
			const opened = typeof sealed === "string" ? await unseal(sealed, secrets.known, purpose) : null;
			return opened && schema.parse(JSON.parse(opened.text));
		},
		/** The same from a query parameter; null without one. @throws Refusal for a text that this service has not written */
		async inAddress(holder: Holder, { searchParams }: URL, name: string): Promise<Value | null> {
			if (!searchParams.has(name)) return null;
			const value = await this.unseal(holder, searchParams.get(name));
			if (value) return value;
			throw messageRefusal("The URL was made up, or is out of date.");
		},
	};
}
