import { describe, expect, it } from "vitest";
import { longLimit } from "@/lib/testing/long-limit";
import { cpuMilliseconds } from "@/lib/xml/testing/cpu-time";
import { Refusal } from "../../http/refusal";
import { hostileResponses } from "../../testing/saml-responses/hostile-responses";
import { partnerConnection } from "../../testing/saml-responses/responding-provider";
import { checkedResponse } from "./checked-response";

const MILLISECONDS_MAX = longLimit(1000);

const now = new Date();
const service = { now: () => now };

describe("a hostile response", () => {
	it.each(hostileResponses(now))("is refused quickly, by a sentence that quotes nothing: $name", async (hostile) => {
		const start = cpuMilliseconds();
		const refusal = await checkedResponse(service, partnerConnection(), hostile.samlResponse).catch((error) => error);
		expect(cpuMilliseconds() - start).toBeLessThan(MILLISECONDS_MAX);
		expect(refusal).toBeInstanceOf(Refusal);
		expect(refusal.message).toMatch(hostile.refusal);
		expect(refusal.message).not.toMatch(/rita|admin|evil|_request|_session/);
		expect(refusal.message).toMatch(/^[A-Z][^\n]*$/);
	});
});
