// Apart from key-text.ts, which every function loads.

/** A form is sent once more, with the key that it carries in this header, or with `keyWithout`. */
export interface FormResending {
  readonly keyHeader: string;
  readonly keyWithout: string;
}

export const formContext = ({ keyHeader, keyWithout }: FormResending) => ({
  formKeyHeader: keyHeader,
  formKeyWithout: keyWithout,
});

export const resendingIn = ({
  formKeyHeader,
  formKeyWithout,
}: Readonly<Record<string, unknown>>): FormResending | undefined =>
  formKeyHeader === undefined ? undefined : { keyHeader: String(formKeyHeader), keyWithout: String(formKeyWithout) };
