import { expect, test } from "vitest";
import { applicationEditor } from "./applications/_edit/application-editor";
import { connectionEditor } from "./connections/_edit/connection-editor";
import { webhookEditor } from "./log-stream/log-stream-editors";
import { templateEditor } from "./templates/_edit/template-editor";

test.each([
	["a template's name", templateEditor.fields.name],
	["a template's type", templateEditor.fields.type],
	["an application's name", applicationEditor.fields.name],
	["a webhook's name", webhookEditor.fields.name],
	["a provider's name", connectionEditor.fields.name],
	["a provider's display name", connectionEditor.fields.displayName],
])("%s is stored without white space around it, unless it was stored with that", (_, { codec: { contentOf } }) => {
	for (const padded of [" a b ", "\u00a0a b\u00a0", "\u3000\ta b\ufeff"]) {
		expect(contentOf(padded, {}, undefined)).toBe("a b");
		expect(contentOf(padded, {}, "c")).toBe("a b");
		expect(contentOf(padded, {}, padded)).toBe(padded);
	}
});
