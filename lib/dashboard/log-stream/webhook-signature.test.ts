/** Deliveries as a receiver verifies them with the library of Standard Webhooks. */
import fc from "fast-check";
import { Webhook, WebhookVerificationError } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { newWebhookSecret, signatureHeaders } from "./webhook-signature";

const RUNS = { numRuns: process.env.LONG ? 5000 : 200 };
const NOW = 1_800_000_000;

beforeEach(() => {
	vi.useFakeTimers({ now: NOW * 1000, toFake: ["Date"] });
});
afterEach(() => {
	vi.useRealTimers();
});

const delivery = fc.record({
	id: fc.uuid().map((id) => `evt_${id}`),
	timestamp: fc.integer({ min: NOW - 300, max: NOW + 300 }),
	body: fc.json(),
});

describe("a delivery", () => {
	it("is accepted with each of the webhook's secrets, as what was sent", () => {
		fc.assert(
			fc.property(delivery, fc.boolean(), (sent, isRotated) => {
				const secrets = isRotated ? [newWebhookSecret(), newWebhookSecret()] : [newWebhookSecret()];
				const headers = signatureHeaders(sent, secrets);
				for (const secret of secrets) {
					expect(new Webhook(secret).verify(sent.body, headers)).toEqual(JSON.parse(sent.body));
				}
			}),
			RUNS,
		);
	});

	it("is refused with another secret, or where body, id, time or signature were changed", () => {
		fc.assert(
			fc.property(delivery, (sent) => {
				const secret = newWebhookSecret();
				const headers = signatureHeaders(sent, [secret]);
				const refused = (changed: Partial<typeof headers>, { body = sent.body, by = secret } = {}) =>
					expect(() => new Webhook(by).verify(body, { ...headers, ...changed })).toThrow(WebhookVerificationError);
				refused({}, { by: newWebhookSecret() });
				refused({}, { body: `${sent.body} ` });
				refused({ "webhook-id": `${sent.id}0` });
				refused({ "webhook-timestamp": String(sent.timestamp + (sent.timestamp < NOW ? 1 : -1)) });
				refused({ "webhook-signature": headers["webhook-signature"].replace("v1,", "v2,") });
				refused({ "webhook-signature": signatureHeaders(sent, [newWebhookSecret()])["webhook-signature"] });
			}),
			RUNS,
		);
	});

	it.each([-301, 301])("is refused %i seconds from the receiver's time", (seconds) => {
		const secret = newWebhookSecret();
		const sent = { id: "evt_1", timestamp: NOW + seconds, body: "{}" };
		expect(() => new Webhook(secret).verify(sent.body, signatureHeaders(sent, [secret]))).toThrow(/timestamp too/);
	});
});
