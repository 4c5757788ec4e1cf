"use client";

import type { ReactNode } from "react";
import type { CertificateOwner } from "@/app/_certificates/certificate-roles";
import { useAnyForm, useField } from "@/app/_editor/editor-context";
import type { InputProps } from "@/app/_editor/kinds/kind";
import { LazyPlace } from "@/app/_page/lazy";
import { Alert } from "@/components/ui/alert";
import { ReadValue } from "@/components/ui/read-value";
import { TextAreaField } from "@/components/ui/text-area-field";

const loadInspector = () => import("@/app/_certificates/certificate-inspector");

type CertificateFieldProps = {
	/** Its `onChange` removes a private key as soon as it is entered. */
	field: Omit<InputProps<string>, "stored">;
	of: CertificateOwner;
	rows: number;
	counter?: ReactNode;
	/** What is said of a private key that was removed. */
	withheld: ReactNode;
	/** The stored certificate, and its details, server-rendered. */
	stored?: string;
	storedFacts?: ReactNode;
};

/** Certificates in PEM, and their details. */
export function CertificateField({ field, of, withheld, stored = "", storedFacts, ...area }: CertificateFieldProps) {
	const { name, value, onChange } = field;

	function onRewrap(mended: string) {
		onChange(mended);
		document.getElementById(name)?.focus();
	}

	return (
		<div className="grid gap-3">
			<TextAreaField
				{...area}
				id={name}
				name={name}
				label={field.label}
				disabled={field.isDisabled}
				className="font-mono text-xs"
				value={value}
				onChange={(event) => onChange(event.target.value)}
				error={field.error}
				description={field.description}
			/>
			<div aria-live="polite" className="grid gap-3 empty:hidden">
				{withheld}
				{value !== "" && value === stored ? storedFacts : null}
				{value.trim() !== "" && value !== stored ? (
					<LazyPlace load={loadInspector} what="The certificate inspector">
						{({ CertificateInspector }) => <CertificateInspector text={value} of={of} onRewrap={onRewrap} />}
					</LazyPlace>
				) : null}
			</div>
		</div>
	);
}

type SigningCertificateFieldProps = { of: CertificateOwner; stored: string; storedFacts: ReactNode };

/** The certificate that the other party signs with. */
export function SigningCertificateField(props: SigningCertificateFieldProps) {
	const { editor, withheld } = useAnyForm();
	const field = useField(editor, "signingCert");
	if (field.isDisabled)
		return (
			<ReadValue id={field.name} label={field.label}>
				{props.stored === "" ? null : props.storedFacts}
			</ReadValue>
		);
	const notice = withheld ? (
		<Alert tone="error" title="This holds a private key.">
			<p>It was removed at once and not kept. If the key was in a clipboard or a message, replace it.</p>
		</Alert>
	) : null;
	return <CertificateField {...props} field={field} rows={4} withheld={notice} />;
}
