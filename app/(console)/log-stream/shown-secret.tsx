import type { ReactNode, Ref } from "react";
import { Alert } from "@/components/ui/alert";
import { CopyButton } from "@/components/ui/copy-button";

type ShownSecretProps = {
	title: string;
	/** "Secret", "Token". */
	what: string;
	secret: string;
	children: ReactNode;
	ref?: Ref<HTMLDivElement>;
};

/** A secret that was just made, which is shown only here, and once. */
export function ShownSecret({ title, what, secret, children, ref }: ShownSecretProps) {
	return (
		<Alert tone="success" title={title} {...(ref ? { ref } : {})}>
			<dl>
				<dt className="text-muted">{what}</dt>
				<dd className="flex flex-wrap items-center gap-x-2 gap-y-1">
					<code className="break-all">{secret}</code>
					<CopyButton text={secret} label={`Copy ${what.toLowerCase()}`} />
				</dd>
			</dl>
			<p>It is shown once. Copy it now to where only the receiver can read it.</p>
			{children}
		</Alert>
	);
}
