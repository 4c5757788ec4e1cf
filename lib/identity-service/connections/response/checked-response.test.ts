import { describe, expect, it } from "vitest";
import {
	FORMS,
	inBase64,
	partnerConnection,
	responseTemplate,
	signedResponse,
} from "../../testing/saml-responses/responding-provider";
import { checkedResponse } from "./checked-response";

const service = { now: () => new Date() };

describe("a provider's response", () => {
	it.each(FORMS)("is read where the %s is signed", async (form) => {
		const document = signedResponse(form, responseTemplate({ assertionId: "_a" }));
		const response = await checkedResponse(service, partnerConnection(), inBase64(document));
		expect(response).toEqual({
			inResponseTo: "_request",
			assertionId: "_a",
			nameId: "rita",
			sessionIndex: "_session",
			nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
			nameQualifier: null,
			spNameQualifier: null,
			authenticatedAt: expect.any(Date),
			sessionUntil: null,
			attributes: new Map([["email", ["rita@partner.example"]]]),
		});
	});
});
