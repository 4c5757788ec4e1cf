import { Print } from "@/app/_print/print";
import { NameLink } from "@/components/layout/links";
import { Badge } from "@/components/ui/badge";
import { Cell, DataTable, Head } from "@/components/ui/data-table";
import { nameInWords } from "@/components/ui/invisible-characters";
import { Name } from "@/components/ui/name";
import { isolated, nameOrId } from "@/lib/contract/name-or-id";
import { elementsOf } from "@/lib/contract/template/mdl-elements";
import { pageOf } from "@/lib/dashboard/resources/resources";
import { attributeLabel, knownLabel } from "@/lib/dashboard/templates/attribute-catalogue";
import { requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { purposeFieldNames, purposeFields } from "@/lib/dashboard/templates/purpose";
import { printOfRequest } from "@/lib/dashboard/templates/request-print";
import type { TemplateWithPurpose } from "@/lib/dashboard/templates/template-access";
import { serviceTexts } from "@/lib/dashboard/templates/template-fields";
import { elementInWords } from "@/lib/dashboard/templates/template-words";
import { sorted } from "@/lib/dashboard/templates/whole-template";

/** A side is null where it is not known. */
type Row = { title: string; code?: string; a: string | null; b: string | null };

/** A version of a template has a title of its own. */
export type Compared = TemplateWithPurpose & { title?: string };

const { name: _, ...texts } = serviceTexts;
const otherTexts = Object.values(texts);

/** Those that differ come first. */
const ROWS_MAX = 200;

/** Two templates side by side: what each requests, and their other differences. */
export function Comparison({ a, b }: { a: Compared; b: Compared }) {
	const [elementsA = null, elementsB = null] = [a, b].map(
		({ presentation }) => presentation && elementsOf(presentation),
	);
	const unknown = [a, b].filter(({ presentation }) => !presentation);
	const textRow = (title: string, textOf: (of: Compared) => string | null | undefined): Row => ({
		title,
		a: textOf(a) || "—",
		b: textOf(b) || "—",
	});
	const stated = purposeFieldNames.filter((name) => name !== "preset" && (a.purpose[name] || b.purpose[name]));
	const rows: Row[] = [
		// Of two templates the names are the heads.
		...(a.title === undefined ? [] : [textRow("Name", ({ name }) => nameInWords(name ?? ""))]),
		...compareElements(elementsA, elementsB).map(({ name, ...sides }) => ({
			title: attributeLabel(name),
			code: name,
			...sides,
		})),
		// A preset is compared by its attributes.
		...stated.map((name) => textRow(purposeFields[name].label, ({ purpose }) => isolated(purpose[name]))),
		...otherTexts.map(({ label, wire }) => textRow(label, (of) => isolated(of[wire] ?? ""))),
		certificateRow(a.custom_certificate_authority || null, b.custom_certificate_authority || null),
	];
	const differing = rows.filter(differs).length;
	// Otherwise in the order of the form.
	const differingFirst = rows.toSorted((one, other) => Number(differs(other)) - Number(differs(one)));
	const shown = differingFirst.slice(0, ROWS_MAX);
	const beyond = rows.length - shown.length;
	return (
		<div className="grid gap-4">
			<p role="status" className="font-medium">
				{differing > 0
					? `${differing.toLocaleString("en")} of ${rows.length.toLocaleString("en")} rows differ.`
					: unknown.length > 0
						? "No difference is known."
						: "Both ask for the same."}
				{unknown.map((template, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: one template may be compared with itself.
					<span key={index}>
						{" "}
						What <Name text={titleOf(template)} /> requests is not known here.
					</span>
				))}
			</p>
			<DataTable
				label="Comparison"
				head={
					<>
						<Head>What</Head>
						{[a, b].map((template, index) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: one template may be compared with itself.
							<Head key={index} className="max-w-72 wrap-anywhere">
								{template.title ?? (
									<NameLink
										href={pageOf("template", template.id)}
										className="leading-6 text-accent"
										name={titleOf(template)}
									/>
								)}{" "}
								<PrintOf template={template} />
							</Head>
						))}
					</>
				}
			>
				{shown.map(({ title, code, ...sides }) => (
					<tr key={code ?? title} className={differs(sides) ? "bg-warning-soft" : undefined}>
						<th scope="row">
							{code === undefined || knownLabel(code) !== null ? title : <Name text={code} />}{" "}
							{code !== undefined && knownLabel(code) !== null ? (
								<code className="text-xs text-muted">{code}</code>
							) : null}{" "}
							{differs(sides) ? <Badge tone="warning">differs</Badge> : null}
						</th>
						<Cell label={nameInWords(titleOf(a))}>
							<Side text={sides.a} />
						</Cell>
						<Cell label={nameInWords(titleOf(b))}>
							<Side text={sides.b} />
						</Cell>
					</tr>
				))}
			</DataTable>
			{beyond > 0 ? <p className="text-sm text-muted">And {beyond.toLocaleString("en")} more rows.</p> : null}
		</div>
	);
}

function PrintOf({ template }: { template: Compared }) {
	const print = printOfRequest(template);
	return print ? <Print of={print} /> : null;
}

/** Where both sides are known. */
function differs({ a, b }: Pick<Row, "a" | "b">): boolean {
	return a !== null && b !== null && a !== b;
}

/** What is listed as false looks as in the form. */
function Side({ text }: { text: string | null }) {
	if (text === null) return <span className="text-muted">not known</span>;
	return text === elementInWords("false") ? <Badge tone="warning">○ {text}</Badge> : text;
}

function titleOf({ title, name, id }: Compared): string {
	return title ?? nameOrId(name, id);
}

function certificateRow(a: string | null, b: string | null): Row {
	const isOther = a !== null && b !== null && a !== b;
	return {
		title: "Custom certificate authority",
		a: a === null ? "none" : "set",
		b: b === null ? "none" : isOther ? "set, another one" : "set",
	};
}

/** Null where a template's presentation request is not known. */
type Elements = Readonly<Record<string, unknown>> | null;

/** How each of two templates treats every element that either lists, in the order of the form; null: not known. */
export function compareElements(a: Elements, b: Elements) {
	const all = Object.fromEntries([...Object.keys(a ?? {}), ...Object.keys(b ?? {})].map((name) => [name, true]));
	return requestedNames(all).map((name) => ({ name, a: treatment(a, name), b: treatment(b, name) }));
}

function treatment(elements: Elements, name: string): string | null {
	return elements && elementInWords(Object.hasOwn(elements, name) ? JSON.stringify(sorted(elements[name])) : null);
}
