import { expect } from "vitest";
import { type WrittenElement, writtenXml } from "@/lib/xml/testing/written-xml";
import type { IdentityService } from "../context/identity-service";
import type { ClientSettings } from "../store/clients";
import type { ClientTable } from "../store/schema";
import { followedThrough, postedForm } from "./federated-sign-in";
import { TestBrowser } from "./test-browser";

export const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";

/** What is posted in the end to whoever sent a browser to an address of WS-Federation. */
export async function passiveResponse(
	service: IdentityService,
	address = "wsfed/wsfed",
	browser = new TestBrowser(service),
) {
	const response = await followedThrough(browser, address);
	const markup = await response.text();
	expect(response.status, markup).toBe(200);
	return { ...postedForm(markup), headers: response.headers };
}

/** The token in it. */
export async function passiveToken(service: IdentityService, address?: string, browser?: TestBrowser) {
	const { fields } = await passiveResponse(service, address, browser);
	return { document: fields.wresult ?? "", root: writtenXml(fields.wresult ?? "") };
}

export function allNamed({ elements }: WrittenElement, name: string): WrittenElement[] {
	return elements.filter((element) => element.name === name);
}

export function textOf(root: WrittenElement, name: string): string | undefined {
	return allNamed(root, name)[0]?.text;
}

export function attributeOf(root: WrittenElement, name: string, attribute: string): string | undefined {
	return allNamed(root, name)[0]?.attributes[attribute];
}

/** Attributes of the user, by their names as readers put them together. */
export function claimsIn(root: WrittenElement): Record<string, string> {
	return Object.fromEntries(
		allNamed(root, "saml:Attribute").map(({ attributes, text }) => [
			`${attributes.AttributeNamespace}/${attributes.AttributeName}`,
			text,
		]),
	);
}

export function changeClient({ database }: IdentityService, clientId: string, row: Partial<ClientTable>) {
	return database.updateTable("clients").set(row).where("client_id", "=", clientId).execute();
}

export function setClient(service: IdentityService, clientId: string, settings: Partial<ClientSettings>) {
	return changeClient(service, clientId, { settings: JSON.stringify(settings) });
}
