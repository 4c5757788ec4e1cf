import { expect } from "vitest";
import { type WrittenElement, writtenXml } from "@/lib/xml/testing/written-xml";
import type { IdentityService } from "../context/identity-service";
import type { ClientSettings } from "../store/clients";
import type { ClientTable } from "../store/schema";
import { followedThrough, postedForm } from "./federated-sign-in";
import { TestBrowser } from "./test-browser";

export const CLAIMS = "http://schemas.xmlsoap.org/ws/2005/05/identity/claims";

/** The form that an application gets in the end after it sent a browser to a WS-Federation address. */
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

/** The token in that form. */
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

/** Attributes of the user, by namespace and name, joined as relying parties do. */
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
