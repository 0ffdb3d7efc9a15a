// Receives webhooks of the chain data service:  SECRET=<64 hexadecimal digits> go run receiver.go
//
// Go 1.20 or newer, no modules. Copy Verify into your project.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Messages whose timestamp is further than this from now, in either direction, are rejected.
const tolerance = 300 * time.Second

func same(given string, secret []byte, parts ...[]byte) bool {
	mac := hmac.New(sha256.New, secret)
	for _, part := range parts {
		mac.Write(part)
	}
	expected := base64.StdEncoding.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(given), []byte(expected))
}

// Verify tells whether a message is authentic, by Standard Webhooks. secret is the decoded form of the 64 hexadecimal
// digits of /v1/webhooks:getSharedSecret; body is the raw bytes, before any parsing.
func Verify(secret []byte, header http.Header, body []byte, now time.Time) bool {
	id, timestamp := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if id == "" || err != nil {
		return false
	}
	if age := now.Sub(time.Unix(seconds, 0)); age > tolerance || age < -tolerance {
		return false
	}
	isAuthentic := false
	// All are checked: during a secret rotation there are two signatures, and only one of them uses our secret.
	for _, signature := range strings.Split(header.Get("webhook-signature"), " ") {
		version, value, _ := strings.Cut(signature, ",")
		if version == "v1" && same(value, secret, []byte(id+"."+timestamp+"."), body) {
			isAuthentic = true
		}
	}
	return isAuthentic
}

// VerifySimple checks only x-signature, which does not cover the time of sending.
func VerifySimple(secret []byte, header http.Header, body []byte) bool {
	return same(header.Get("x-signature"), secret, body) || same(header.Get("x-signature-previous"), secret, body)
}

type message struct {
	WebhookID string `json:"webhookId"`
	MessageID string `json:"messageId"`
	EventType string `json:"eventType"`
	Sequence  int    `json:"sequence"`
	Event     struct {
		Removes         string `json:"removes"`
		OperationID     string `json:"operationId"`
		OperationStatus string `json:"operationStatus"`
		Transaction     struct {
			TxHash string `json:"txHash"`
		} `json:"transaction"`
	} `json:"event"`
}

// messages is what was received. It is remembered in this process alone: store it where it outlives it.
type messages struct {
	sync.Mutex
	gap time.Duration
	// Ids already handled. A message may be delivered twice.
	seen map[string]bool
	// Ids of messages that were taken back. A removal may arrive before the message that it takes back.
	removed map[string]bool
	// For each webhook the highest number of a message so far, and the numbers below it that have not arrived.
	highest map[string]int
	missing map[string]map[int]bool
}

func (all *messages) handle(m message) {
	all.Lock()
	defer all.Unlock()
	all.noticeGap(m.WebhookID, m.Sequence)
	if all.seen[m.MessageID] {
		return
	}
	all.seen[m.MessageID] = true
	if m.EventType == "address_activity_removed" {
		all.removed[m.Event.Removes] = true
		fmt.Println("taken back", m.Event.Removes)
	} else if m.EventType == "operation_completed" {
		fmt.Println("ended", m.Event.OperationID, m.Event.OperationStatus)
	} else if !all.removed[m.MessageID] {
		fmt.Println("active", m.Event.Transaction.TxHash, m.MessageID)
	}
}

// noticeGap looks at the number of a message among those of its webhook. They overtake each other, so a number is missing
// only if it does not arrive for a while: then GET /v1/webhooks/{id}/messages shows whether its message is still tried, or
// has failed and is to be replayed.
func (all *messages) noticeGap(webhook string, sequence int) {
	highest, isKnown := all.highest[webhook]
	if !isKnown {
		highest = sequence
		all.missing[webhook] = map[int]bool{}
	}
	missing := all.missing[webhook]
	delete(missing, sequence)
	from := highest + 1
	for number := from; number < sequence; number++ {
		missing[number] = true
	}
	if sequence < highest {
		sequence = highest
	}
	all.highest[webhook] = sequence
	if from >= sequence {
		return
	}
	time.AfterFunc(all.gap, func() {
		all.Lock()
		defer all.Unlock()
		for number := from; number < sequence; number++ {
			if missing[number] {
				fmt.Println("missing", webhook, number)
			}
		}
	})
}

func main() {
	secret, err := hex.DecodeString(os.Getenv("SECRET"))
	if err != nil || len(secret) == 0 {
		log.Fatal("SECRET is not hexadecimal")
	}
	gap, err := strconv.ParseFloat(os.Getenv("GAP_SECONDS"), 64)
	if err != nil {
		gap = 60
	}
	all := messages{
		gap:     time.Duration(gap * float64(time.Second)),
		seen:    map[string]bool{},
		removed: map[string]bool{},
		highest: map[string]int{},
		missing: map[string]map[int]bool{},
	}
	handle := func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || !Verify(secret, r.Header, body, time.Now()) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		all.handle(m)
		// Answer any 2xx status within ten seconds. Put long work into a queue of your own.
		w.WriteHeader(http.StatusNoContent)
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "8080"
	}
	listener, err := net.Listen("tcp", ":"+port)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on", listener.Addr().(*net.TCPAddr).Port)
	log.Fatal(http.Serve(listener, http.HandlerFunc(handle)))
}
