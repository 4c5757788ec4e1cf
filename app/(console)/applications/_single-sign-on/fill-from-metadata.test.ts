import { expect, test } from "vitest";
import type { ServiceProviderMetadata } from "@/lib/dashboard/single-sign-on/service-provider-metadata";
import { portal } from "../_edit/single-sign-on.test-data";
import { singleSignOnEditor } from "../_edit/single-sign-on-editor";
import { fillFromMetadata } from "./fill-from-metadata";

const { defaults, valuesOf } = singleSignOnEditor;

const metadata = {
	protocol: "samlp" as const,
	entityId: "urn:application",
	nameIdFormat: null,
	certificates: ["PEM"],
	unreadable: [] as string[],
	signsRequests: true,
	wantsSignedAssertions: false,
	callback: "https://sp.example/acs",
	callbackCount: 1,
	logout: { binding: "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect", location: "https://sp.example/out" },
};
const fill = (changed: Partial<typeof metadata> = {}, baseline = defaults) =>
	fillFromMetadata(baseline, valuesOf(baseline), { ...metadata, ...changed } as ServiceProviderMetadata);

test("fills in the metadata's values, and lists each change before anything is saved", () => {
	const { values, notes } = fill();
	expect(values).toMatchObject({
		protocol: "samlp",
		audience: "urn:application",
		signingCert: "PEM",
		logoutCallback: "https://sp.example/out",
		callbacks: "https://sp.example/acs",
		singleLogout: "",
		binding: metadata.logout.binding,
	});
	expect(notes).toEqual(
		expect.arrayContaining([
			"Switches SAML 2.0 on.",
			"Sets the audience to “urn:application”.",
			"Adds the callback URL https://sp.example/acs.",
			"Single logout stays off: turn it on below.",
		]),
	);
});

test("a certificate is left out where requests are not signed: with it they would all be refused", () => {
	const { values, notes } = fill({ signsRequests: false });
	expect(values.signingCert).toBe("");
	expect(notes.join()).toContain("does not say that it signs its requests");
});

test("each certificate that can't be read is reported, whether requests are signed or not", () => {
	const unreadable = ["Signing certificate 1 of 3 is empty.", "Signing certificate 2 of 3 is not Base64."];
	for (const signsRequests of [true, false]) {
		const { values, notes } = fill({ unreadable, signsRequests });
		expect(values.signingCert).toBe(signsRequests ? "PEM" : "");
		for (const sentence of unreadable) expect(notes).toContain(`${sentence} It is left out.`);
	}
});

test("the metadata's endpoint for responses stands before the callback URLs that are there, and the notes say what that changes", () => {
	const old = "https://sp.example/oidc";
	const baseline = { ...defaults, callbacks: [old] };
	const { values, notes } = fill({}, baseline);
	expect(values.callbacks).toBe(`${metadata.callback}\n${old}`);
	expect(notes).toContain(`Puts it first: sign-ins without a request go there, and no longer to ${old}.`);
});

test("an endpoint that is stored below another one is not said to be first", () => {
	const callbacks = ["https://sp.example/oidc", metadata.callback];
	const { values, notes } = fill({}, { ...defaults, callbacks });
	expect(values.callbacks).toBe(callbacks.join("\n"));
	expect(notes.join()).toContain(`Sign-ins without a request still go to ${callbacks[0]}`);
});

test("a consumer service that can't be a callback is not added, and is reported", () => {
	for (const callback of ["http://sp.example/acs", "javascript:alert(1)", "https://a@sp.example/"]) {
		const { values, notes } = fill({ callback });
		expect(values.callbacks).toBe("");
		expect(notes.join()).toContain("is not added");
	}
});

test("reports where all of it is there already", () => {
	const first = fill({}, portal);
	const again = fillFromMetadata(portal, first.values, metadata as ServiceProviderMetadata);
	expect(again.values).toEqual(first.values);
	expect(again.notes[0]).toBe("The form already holds all of it.");
});

test("a name format is filled in as it is named, and WantAssertionsSigned switches off signing the whole response", () => {
	const nameIdFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified" as never;
	const { values } = fill({ nameIdFormat, wantsSignedAssertions: true }, { ...portal, signResponse: "on" });
	expect(values).toMatchObject({ nameIdentifierFormat: nameIdFormat, signResponse: "off" });
});

test("metadata of WS-Federation puts its realm before those that are there", () => {
	const baseline = { ...defaults, aliases: ["urn:a"] };
	const { values } = fillFromMetadata(baseline, valuesOf(baseline), {
		protocol: "wsfed",
		realm: "urn:b",
		callback: "https://rp.example/",
	});
	expect(values).toMatchObject({ protocol: "wsfed", aliases: "urn:b\nurn:a", callbacks: "https://rp.example/" });
});
