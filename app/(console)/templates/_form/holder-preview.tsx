import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { MAY_BE_MISSING } from "@/lib/dashboard/templates/attribute-catalogue";
import { attributeFacts, attributesInWords, requestedNames } from "@/lib/dashboard/templates/attribute-facts";
import { purposeFault } from "@/lib/dashboard/templates/purpose";
import { boxId, type TemplateContent } from "../_edit/template-editor";

type HolderPreviewProps = {
	content: TemplateContent;
	/** The verifier's name, as the holder reads it. */
	verifier: string;
	canWrite: boolean;
	/** The page with the boxes, where it is another one; null where there is none. */
	formPath?: string | null;
	/** Where the sheet can be answered. */
	Sheet?: (props: SheetProps) => ReactNode;
};

/** The request as the holder will see it, in a likeness of a wallet's sheet. */
export function HolderPreview({ content, verifier, canWrite, formPath = "", Sheet = StillSheet }: HolderPreviewProps) {
	const { purpose, retention, privacyNotice } = content;
	const { groups, sensitive, optional, isPhotoBound, listedFalse } = holderRequest(content.elements);
	return (
		<div className="grid gap-2.5 text-sm">
			{groups.length === 0 ? (
				<p className="text-muted">Nothing is ticked, so there is nothing to ask the holder for.</p>
			) : (
				<>
					<p className="font-medium empty:hidden">
						{[sensitive > 0 && `${sensitive} sensitive`, optional > 0 && `${optional} ${MAY_BE_MISSING}`]
							.filter(Boolean)
							.join(", ")}
					</p>
					<WalletSheet groups={groups} verifier={verifier} formPath={formPath} Sheet={Sheet} />
					{isPhotoBound ? <p>The photo can't be held back while anything else here is shared.</p> : null}
					<p className="text-xs text-muted">Example. Each wallet looks different.</p>
				</>
			)}
			{/* The request itself holds no purpose. */}
			{purpose || retention || privacyNotice ? (
				<section aria-label="Tell the holder" className="grid gap-1 border-l-2 border-accent pl-3 text-sm">
					<p className="text-xs text-muted">Tell the holder before you ask:</p>
					{purpose ? <p>{purpose}</p> : null}
					{retention ? <p>Retention: {retention}</p> : null}
					{privacyNotice && purposeFault("privacyNotice", privacyNotice) === null ? (
						<a
							href={privacyNotice}
							target="_blank"
							rel="noreferrer"
							className="justify-self-start text-accent underline"
						>
							Privacy notice
						</a>
					) : null}
				</section>
			) : (
				<p className="text-xs text-muted">
					No purpose is stated.{canWrite ? " Under “Purpose” you can say why you ask." : ""}
				</p>
			)}
			{listedFalse.length > 0 ? (
				<p className="text-xs text-muted">
					{`${attributesInWords(listedFalse)} ${listedFalse.length === 1 ? "is" : "are"} listed as false; some services ask for ${listedFalse.length === 1 ? "it" : "them"} anyway.`}
				</p>
			) : null}
		</div>
	);
}

type Groups = ReturnType<typeof holderRequest>["groups"];

/** On a sheet that is whole in a window of usual height; the others are one press away. */
const SHOWN_MAX = 6;

/** What is around the contents of a phone's sheet. @param names what it asks for */
export type SheetProps = { names: readonly string[]; children: ReactNode };

function StillSheet({ children }: SheetProps) {
	return (
		<div className="sheet">
			<div>{children}</div>
		</div>
	);
}

type WalletSheetProps = { groups: Groups } & Required<Pick<HolderPreviewProps, "verifier" | "formPath" | "Sheet">>;

/** The whole sheet as on a phone. */
function WalletSheet({ groups, verifier, formPath, Sheet }: WalletSheetProps) {
	const names = groups.flatMap(({ attributes }) => attributes.map(({ name }) => name));
	const { length } = names;
	// The line would be as long as the one attribute.
	const shown = length === SHOWN_MAX + 1 ? length : SHOWN_MAX;
	return (
		<figure
			aria-label="Likeness of the wallet's sheet"
			className="mx-auto flex w-full max-w-84 rounded-[2rem] border-4 border-control/50 bg-sunken px-1.5 pt-5 pb-1.5"
		>
			<Sheet names={names}>
				<p className="text-center">
					<strong className="block text-base font-semibold">{verifier}</strong>
					asks for this from your driving licence
				</p>
				<AskedFor groups={sliced(groups, 0, shown)} formPath={formPath} />
				{length > shown ? (
					<details>
						<summary className="min-h-6 text-accent">{`and ${length - shown} more`}</summary>
						<AskedFor groups={sliced(groups, shown, length)} formPath={formPath} />
					</details>
				) : null}
			</Sheet>
		</figure>
	);
}

/** Each leads to its box. */
function AskedFor({ groups, formPath }: { groups: Groups; formPath: string | null }) {
	return (
		<ul className="asked-for">
			{groups.map(({ title, attributes }) => (
				<li key={title}>
					<p>{title}</p>
					<ul>
						{attributes.map(({ name, label, sensitivity, isOptional }) => (
							<li key={name}>
								{formPath === null ? label : <a href={`${formPath}#${encodeURIComponent(boxId(name))}`}>{label}</a>}
								{sensitivity === "high" ? <Badge tone="warning">sensitive</Badge> : null}
								{isOptional ? <span>may be missing</span> : null}
							</li>
						))}
					</ul>
				</li>
			))}
		</ul>
	);
}

/** The groups with their attributes from one place to another. */
function sliced(groups: Groups, from: number, to: number): Groups {
	const attributes = groups.flatMap((group) => group.attributes).slice(from, to);
	const titles = [...new Set(attributes.map(({ group }) => group))];
	return titles.map((title) => ({ title, attributes: attributes.filter(({ group }) => group === title) }));
}

/**
 * What a wallet would show to the holder. Names are grouped as in the form; those listed as false are not requested.
 * The photo rule is AAMVA's (Mobile Driver License Implementation Guidelines): a holder who releases any other element of a
 * request with a portrait releases the portrait too.
 */
export function holderRequest(elements: Record<string, unknown>) {
	const attributes = requestedNames(elements).map(attributeFacts);
	const titles = [...new Set(attributes.map(({ group }) => group))];
	return {
		groups: titles.map((title) => ({ title, attributes: attributes.filter(({ group }) => group === title) })),
		sensitive: attributes.filter(({ sensitivity }) => sensitivity === "high").length,
		optional: attributes.filter(({ isOptional }) => isOptional).length,
		isPhotoBound: attributes.length > 1 && attributes.some(({ name }) => name === "portrait"),
		listedFalse: Object.keys(elements).filter((name) => elements[name] === false),
	};
}
